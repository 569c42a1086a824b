package claims

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"

	"filterbench/analysis"
)

// frozen.tsv pins the rule of every claim: its digest, since when it stands, and whether
// it was restated after its records were seen. A rule may change only with its row, which
// a test compares; it is then no longer the rule of earlier runs.
//
//go:embed frozen.tsv
var frozenTable string

// Frozen is the row of a claim in the table of rules.
type Frozen struct{ Digest, Date, Note string }

var frozenRows = func() map[string]Frozen {
	rows := map[string]Frozen{}
	for _, line := range strings.Split(strings.TrimRight(frozenTable, "\n"), "\n") {
		if cell := strings.Split(line, "\t"); len(cell) == 4 {
			rows[cell[0]] = Frozen{cell[1], cell[2], cell[3]}
		}
	}
	return rows
}()

// Frozen returns the digest and date of the claim's rule, empty for a claim without one.
func (c Claim) Frozen() Frozen { return frozenRows[c.ID] }

// digest hashes everything that the verdict of a claim depends on beside the records. For
// a special rule that includes its source text.
func (c Claim) digest(source string) string {
	sum := sha256.Sum256(fmt.Append(nil, c.canonical(), source))
	return hex.EncodeToString(sum[:6])
}

// Replicate decides the claims once more, from a second run under the same rules, and
// notes its rulings beside those of the first.
func Replicate(results []Result, second *analysis.Dataset) error {
	again, err := Evaluate(second)
	if err != nil {
		return err
	}
	for i := range results {
		results[i].Again = &again[i].Ruling
	}
	return nil
}
