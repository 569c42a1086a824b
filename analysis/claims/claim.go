package claims

import (
	"slices"
	"strings"

	"filterbench/analysis"
)

// Verdict is what the evidence says of a claim.
type Verdict string

// The verdicts. A condition is one that a reader can check, and the records decide whether
// it is attached.
const (
	Confirmed   Verdict = "true as said"
	Conditional Verdict = "true only if" // Ruling.Condition says what
	Refuted     Verdict = "false"
	Worse       Verdict = "false and worse than said"
	Undecided   Verdict = "open" // Ruling.Line, or Claim.Missing, says what is missing
)

// Verdicts lists all verdicts in the order of reports.
func Verdicts() []Verdict { return []Verdict{Confirmed, Conditional, Refuted, Worse, Undecided} }

// Claim is one row of the ledger: a sentence, who says it, and what would decide it.
type Claim struct {
	ID        string
	Sources   []string // tags of [Sources]
	Statement string   // one sentence, as the source has it
	Figure    string   // id of the figure that shows it, "" if none does

	// A claim says that quantities lie in ranges: all of Demands must hold. Told are
	// quantities that its sentence speaks of and that decide nothing.
	Demands, Told []Demand
	Unless        []Unless // what makes a true claim one that is true only if
	Inverse       bool     // the demands are those of the opposite
	Cases         bool     // the demands are cases, most of which must hold; see acrossCases

	Size     Effect
	Sentence string // the sentence of a decided claim, with holes; see words.go

	// Special decides what no demands can say; its rule is written out. It takes the
	// selections of Takes and no others. Words gives texts for holes of Sentence.
	Special  func(*Evidence) Ruling
	Special_ string
	Takes    []analysis.Selection
	Words    func(*Evidence) map[string]string

	Flips   string // where the verdict would turn, "" if nowhere
	Missing string // why there is no rule, or what a rule leaves out; "" if nothing
	Changed string // why the rule was changed after a look at its records, "" if it was not
}

// Effect is the size of what a claim is about.
type Effect struct {
	Hole string // of the sentence, without braces
	What string
	Unit string // "" for a plain number, "share" for a share of one
}

// Demand is one thing that a claim says: a statistic of some cells lies in a range.
type Demand struct {
	Key  string             // by which sentences speak of it; several demands may share one
	Say  string             // what it is, in words; {cell} stands for the cell's name
	Of   analysis.Selection // the cells that the statistic is of
	Over analysis.Selection // a partner for each of them, or one for all
	With analysis.Selection // cells that the statistic reads beside each of them, all together
	Each bool               // one quantity for each cell of Of; else one for all together
	Stat measureStatistic
	In   Range

	Where  *Where // keeps some cells of Of
	Last   bool   // of these, only the one of the largest size
	Skip   bool   // quantities that are unknown are left out; else they leave the claim open
	Maybe  bool   // a demand without records is left out; else the claim is open
	NoP    bool   // counts decide by their exact interval, without a p-value
	Worse  int    // +1 or -1: outside on that side the claim is worse than false
	Anchor bool   // of cases: decides with others of its kind where most cases do not hold

	Exact func() Estimate // a number that is computed, in place of all selections
}

// Where keeps cells by what is measured of them.
type Where struct {
	Say  string
	Keep func(analysis.Cell) bool
}

// Unless is a condition of a claim that is otherwise true: where its demands are not all
// inside their ranges (or, with When set, are), Say says what the claim needs.
type Unless struct {
	Demands []Demand
	When    When
	Say     string // with holes; {failed} lists the demands that are not inside
}

// When says which outcome of an Unless attaches its condition.
type When int

// The outcomes.
const (
	NotInside  When = iota // one is not shown to hold
	Outside                // one is shown not to hold
	Inside                 // all are shown to hold
	AllOutside             // all are shown not to hold
	Neither                // one is shown neither to hold nor not to
)

// Family returns the letters of the id: the claims that are corrected together.
func (c Claim) Family() string {
	family, _, _ := strings.Cut(c.ID, "-")
	return family
}

// Open reports whether the claim has no rule: it is no undecided measurement.
func (c Claim) Open() bool { return c.Special == nil && len(c.Demands) == 0 }

// Arithmetic reports whether the claim is decided without records.
func (c Claim) Arithmetic() bool {
	return c.Special == nil && len(c.Demands) > 0 && !slices.ContainsFunc(c.Demands, func(d Demand) bool { return d.Exact == nil && !d.Maybe })
}

// Ledger lists all claims in report order.
func Ledger() []Claim {
	return slices.Concat(rateClaims, spaceClaims, loadClaims, duplicateClaims, deletionClaims, speedClaims, systemClaims, redisClaims, otherClaims)
}

// Ruling is what a rule makes of the evidence.
type Ruling struct {
	Verdict   Verdict
	What      string   // what Effect is
	Unit      string   // "" for a plain number, "share" for a share of one
	Effect    Estimate // zero if there is none
	P         float64  // of the test that carries the verdict; NaN if it needs none
	Line      string   // one sentence with the numbers
	Condition string   // of a Conditional verdict

	Decided Estimate // the quantity that decided, or that stands in the way; zero if none did
	In      Range    // where it must lie
}
