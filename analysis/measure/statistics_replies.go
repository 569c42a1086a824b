package measure

import "filterbench/internal/record"

// How a server's replies stand to its documentation, and to the model here.
var (
	BrokenPromises = Statistic{Name: "replies that are not as documented", Scale: ByCounts, Count: func(r *record.Record) (broken, asked uint64) {
		for _, p := range r.Replies().Promises {
			broken, asked = broken+p.Broken, asked+p.Asked
		}
		return broken, asked
	}}
	Unforeseen = Statistic{Name: "replies that are not the model's", Scale: ByCounts, Count: func(r *record.Record) (differs, sent uint64) {
		sent, differs = r.Replies().Sent()
		return differs, sent
	}}
)
