package analysis

import (
	"math"
	"strconv"

	"filterbench/internal/spec"
)

// paramDefaults are the parameters that canonical names leave out at their
// default, for axes on which the default is one of the values.
var paramDefaults = map[string]float64{"kicks": 500, "r": 1}

// Param returns a number among the parameters of a variant's or workload's name,
// its default if it is left out there, NaN if it has none.
func Param(name, key string) float64 {
	s, err := spec.Parse(name)
	if err != nil {
		return math.NaN()
	}
	text, ok := s.Lookup(key)
	if !ok {
		if value, ok := paramDefaults[key]; ok {
			return value
		}
		return math.NaN()
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return value
}

// Size returns what a filter's size is counted in: keys it is meant for, or slots.
func (c Cell) Size() uint64 { return c.Capacity + c.Slots }
