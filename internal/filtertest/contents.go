package filtertest

import (
	"reflect"
	"strings"

	"filterbench/variants"
)

// Contents returns all whole numbers that a filter holds, in the order of its fields: two
// filters with the same went through the same operations, however they are compiled. Left
// out are functions and what a processor's instructions need to know.
func Contents(f variants.Filter) []uint64 { return appendNumbers(nil, reflect.ValueOf(f)) }

func appendNumbers(out []uint64, v reflect.Value) []uint64 {
	switch v.Kind() {
	case reflect.Uint64, reflect.Uint32, reflect.Uint16, reflect.Uint8, reflect.Uint:
		return append(out, v.Uint())
	case reflect.Int, reflect.Int64:
		return append(out, uint64(v.Int()))
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return out
		}
		return appendNumbers(out, v.Elem())
	case reflect.Struct:
		if strings.HasSuffix(v.Type().PkgPath(), "/simd") {
			return out
		}
		for i := range v.NumField() {
			out = appendNumbers(out, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			out = appendNumbers(out, v.Index(i))
		}
	}
	return out
}
