package report

import (
	"cmp"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// semanticsExperiment asks every filter what it does where a set leaves it open.
const semanticsExperiment = "semantics"

// answered is a row of the matrix.
type answered struct {
	analysis.Cell
	*record.Semantics
}

func answersGiven(r *run) (rows []answered, err error) {
	cells, err := r.kind(record.KindSemantics, semanticsExperiment, "")
	for _, c := range cells {
		rows = append(rows, answered{c, c.Records[0].Semantics()})
	}
	slices.SortStableFunc(rows, func(a, b answered) int { return cmp.Compare(b.notable(), a.notable()) })
	return rows, err
}

// notable puts those first that lose keys by refusing some, then those that refuse copies or grow
// with them.
func (a answered) notable() (rank int) {
	for i, text := range []string{"the table", "then refuses", "closes", " lose "} {
		if strings.Contains(a.Semantics.Copies+a.Tells+a.Harm, text) {
			rank = i + 1
		}
	}
	return rank
}

// answerSums tells how many filters do what a caller has to know of.
func answerSums(r *run) (holes, error) {
	rows, err := answersGiven(r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var refuse, harm, told, untold, closed []string
	deleters, forget := 0, []string(nil)
	for _, a := range rows {
		who := code(a.Variant)
		if strings.Contains(a.Semantics.Copies, "then refuses") {
			refuse = append(refuse, who)
			switch {
			case strings.HasPrefix(a.Tells, "yes"):
				told = append(told, who)
			case strings.Contains(a.Tells, "closes"):
				closed = append(closed, who)
			default:
				untold = append(untold, who)
			}
		}
		if strings.Contains(a.Harm, " lose ") {
			harm = append(harm, who)
		}
		if a.Semantics.Delete != "-" {
			if deleters++; a.Semantics.Delete == "gone" {
				forget = append(forget, who)
			}
		}
	}
	return holes{
		"all": count(len(rows)), "refuse": count(len(refuse)), "told": count(len(told)), "closed": pick(closed == nil, words("in none"), words("in "+list(closed))),
		"untold": pick(untold == nil, words("none"), words(list(untold))), "harm": pick(harm == nil, words("none"), words(list(harm))),
		"deleters": count(deleters), "forget": pick(forget == nil, words("none"), words(list(forget))),
	}, nil
}

// semanticsLack names what could not be asked, a line each.
func semanticsLack(r *run) (lines []holes, err error) {
	rows, err := answersGiven(r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	for _, l := range r.d.Manifest.Lacking {
		lines = append(lines, holes{"who": name(l.Filter), "why": words(l.Why)})
	}
	return lines, nil
}

var semanticsSection = section{title: "Where a set leaves it open", experiment: semanticsExperiment, parts: []part{
	say("Of {all} filters, libraries, programs and servers {refuse} refuse copies of a key. The caller of {told} of these can tell that the key is full and not the table; a full key closes the filter to all others {closed}; nothing tells the two apart in {untold}. Refused inserts lose keys that are held in {harm}. Of {deleters} that delete, one delete after two inserts leaves nothing of the key in {forget}.", answerSums),
	prose(`Every cell is what the filter did with the same keys, by its calls here or by the jobs of its driver: it is made for 1,000 keys and holds 500 of them beside the copies
of one; then it is offered 32 times as many as it is for. Deletes of absent keys are of 200 that look like members. *bench semantics* prints the same for any filter.`),
	table[answered]{id: "libraries-semantics", title: "Where a set leaves it open", rows: answersGiven, columns: []column[answered]{
		{"Filter", func(a answered) value { return name(a.Variant) }},
		{"A second insert", func(a answered) value { return words(a.Second) }},
		{"The key after two inserts and a delete", func(a answered) value { return words(a.Semantics.Delete) }},
		{"Copies taken", func(a answered) value { return words(a.Semantics.Copies) }},
		{"Refused inserts", func(a answered) value { return words(a.Harm) }},
		{"Deletes of absent keys", func(a answered) value { return words(a.Semantics.Absent) }},
		{"Too many keys", func(a answered) value { return words(a.Full) }},
		{"The caller can tell a full key from a full table", func(a answered) value { return words(a.Tells) }},
	}},
	each("Not asked: {who}, {why}.", semanticsLack),
}}
