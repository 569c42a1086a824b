package analysis

import (
	"math"
	"strconv"

	"filterbench/variants/families"
	"filterbench/variants/spec"
)

// Param returns a number among the parameters of a variant's or workload's name, the
// default of the variant's family if the name leaves it out, NaN if there is none.
func Param(name, key string) float64 {
	value, err := strconv.ParseFloat(ParamText(name, key), 64)
	if err != nil {
		return math.NaN()
	}
	return value
}

// ParamText returns a parameter of a variant's or workload's name as text, the default of
// the variant's family if the name leaves it out, "" if there is none.
func ParamText(name, key string) string {
	if _, v, err := families.Parse(name); err == nil {
		return v.Text(key)
	}
	s, err := spec.Parse(name)
	if err != nil {
		return ""
	}
	text, ok := s.Lookup(key)
	if !ok && key == copiesKey {
		return "1"
	}
	return text
}

// copiesKey is the parameter of workloads in which keys come in copies: how many of
// each. In all others keys come once.
const copiesKey = "r"

// Size returns what a filter's size is counted in: keys it is meant for, or slots.
func (c Cell) Size() uint64 { return c.Capacity + c.Slots }
