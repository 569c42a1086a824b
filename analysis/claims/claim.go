package claims

import "slices"

// Verdict is what the evidence says of a claim.
type Verdict string

// The verdicts.
const (
	Confirmed   Verdict = "confirmed"
	Conditional Verdict = "confirmed with condition" // Ruling.Condition says which
	Refuted     Verdict = "refuted"
	Undecided   Verdict = "undecided"
)

// Verdicts lists all verdicts in the order of reports.
func Verdicts() []Verdict { return []Verdict{Confirmed, Conditional, Refuted, Undecided} }

// Source is where claims come from.
type Source struct {
	Tag   string `json:"tag"`
	Title string `json:"title"`
}

// Sources lists where the claims come from.
func Sources() []Source {
	return []Source{
		{"A", "an article on the weakness of cuckoo filters under repeated inserts"},
		{"B", "a lecture on Bloom filters, cache penetration and the false positive rate"},
		{"C", "a post on cuckoo hashing and cuckoo filters"},
		{"D", "an article on Bloom and cuckoo filters in Redis: sizing, overload, rules of choice"},
		{"E", "an article on the Bloom filter of Guava: cost model, strategies, bit array"},
		{"paper", "the literature on cuckoo filters"},
		{"beyond", "a question that none of the sources asks"},
	}
}

// Claim is one row of the ledger.
type Claim struct {
	ID         string
	Sources    []string // tags
	Statement  string   // one sentence
	Needs      string   // which records bear on it
	Rule       string   // the decision rule in words
	Flips      string   // where the verdict would turn, "" if nowhere
	Figure     string   // id of the figure that shows it, "" if none does
	Arithmetic bool     // decided without records
	Missing    string   // why there is no rule, or what a rule leaves out; "" if nothing
	decide     func(*Evidence) Ruling
}

// Family returns the letters of the id: the claims that are corrected together.
func (c Claim) Family() string { return familyOf(c.ID) }

func familyOf(id string) string {
	for i, letter := range id {
		if letter == '-' {
			return id[:i]
		}
	}
	return id
}

// Ledger lists all claims in report order.
func Ledger() []Claim {
	return slices.Concat(rateClaims, spaceClaims, loadClaims, duplicateClaims, speedClaims, systemClaims)
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
}
