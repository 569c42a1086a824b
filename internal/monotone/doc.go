// Package monotone finds times that do not grow with the size of a table.
//
// A larger table is never faster for a reason of its own: its lines are further away.
// Where a larger one is measured to be faster, the measurement of one of the two is
// the first suspect, and the harness makes it again; the analysis says what stayed.
//
// The one idea: an interval for the median of the repetitions from their order alone,
// and a break where that of the larger table lies wholly below that of the smaller.
// How often chance does so is then known exactly ([FalseAlarm]), whatever the times are
// distributed like.
//
// Times are net of the null filter in the same repetition where it was measured, as
// in all figures: what is compared is what is shown, and what slows the loop down in
// one block of trials slows null down too.
//
// The package decides nothing about what is measured when (harness) nor how it is
// said (analysis). Units are nanoseconds and keys or slots.
package monotone
