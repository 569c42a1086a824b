package analysis

import "slices"

// Among returns the element of a list that is meant, after adding fresh at its end if none
// is. The pointer holds until the list grows again.
func Among[T any](list *[]T, meant func(T) bool, fresh T) *T {
	i := slices.IndexFunc(*list, meant)
	if i < 0 {
		i = len(*list)
		*list = append(*list, fresh)
	}
	return &(*list)[i]
}
