// Package near finds the names that somebody may have meant who wrote another.
package near

import (
	"slices"
	"strings"
)

// mostTypos is how many letters may be wrong, missing, too many or two swapped, in a name of
// at least so many letters for each.
const (
	mostTypos   = 2
	lettersEach = 3
)

// Names returns the names that a word may have been meant for, the nearest first: those that
// differ in the case of letters, in a typo or two, or that it begins.
func Names(word string, names []string) []string {
	word = strings.ToLower(word)
	allowed := min(mostTypos, len(word)/lettersEach)
	ranks := map[string]int{}
	var found []string
	for _, name := range names {
		d := distance(word, strings.ToLower(name))
		begins := len(word) >= 2 && strings.HasPrefix(strings.ToLower(name), word)
		if d > allowed && !begins {
			continue
		}
		ranks[name] = min(d, mostTypos+1)
		found = append(found, name)
	}
	slices.SortStableFunc(found, func(a, b string) int { return ranks[a] - ranks[b] })
	return found[:min(len(found), 5)]
}

// Hint returns what to say after "there is no such name": "did you mean a or b?", or all of
// the names where none is near.
func Hint(word string, names []string) string {
	if found := Names(word, names); len(found) > 0 {
		last := len(found) - 1
		if last > 0 {
			found[last-1] += " or " + found[last]
			found = found[:last]
		}
		return "did you mean " + strings.Join(found, ", ") + "?"
	}
	return "there are " + strings.Join(names, ", ")
}

// distance is the number of letters to change, insert, remove or swap with their neighbour
// that turn a into b.
func distance(a, b string) int {
	if d := len(a) - len(b); d > mostTypos || d < -mostTypos {
		return mostTypos + 1 // whatever the letters
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, now := rows[(i+1)%3], rows[(i+2)%3], rows[i%3] // i-2, i-1, i
		now[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
