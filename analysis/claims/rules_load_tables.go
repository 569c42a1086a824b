package claims

import "fmt"

func ruleOneSlot(e *Evidence) Ruling {
	loads, size, ok := largestLoads(e, 1)
	table, okTable := tableLoad(e, 2, 1)
	if !ok || !okTable {
		return missing("fillings of filters and of hash tables with two choices and one slot per bucket")
	}
	j := judge([]part{near("the mean load of filters", loads[0], 0.5, 0.05), near("the mean load of hash tables", table, 0.5, 0.05)})
	return j.ruling("mean load at the first refusal, hash table", "share", table, fmt.Sprintf(
		"In hash tables the first refusal comes at a load of %s, in filters of %s slots at %s.%s",
		withPercent(table), count(size), withPercent(loads[0]), beyondOneSlot(e)))
}

// beyondOneSlot says where the limit of two choices of one slot goes with more.
func beyondOneSlot(e *Evidence) string {
	slot, ok := tableLoad(e, 2, 2)
	choice, ok2 := tableLoad(e, 3, 1)
	if !ok || !ok2 {
		return ""
	}
	return fmt.Sprintf(" A second slot takes hash tables to %s, a third choice to %s.", withPercent(slot), withPercent(choice))
}

func ruleSeveralSlots(e *Evidence) Ruling {
	slots := []int{2, 4, 8}
	filters, size, ok := largestLoads(e, slots...)
	if !ok {
		return missing("fillings of filters with 2, 4 and 8 slots per bucket")
	}
	var tables []Estimate
	var parts []part
	for i, b := range slots {
		table, ok := tableLoad(e, 2, b)
		if !ok {
			return missing("fillings of hash tables with two choices of %d slots", b)
		}
		tables = append(tables, table)
		parts = append(parts,
			atLeast(fmt.Sprintf("the mean load of hash tables with %d slots", b), table, 0.85),
			atLeast(fmt.Sprintf("the mean load of filters with %d slots", b), filters[i], 0.85))
	}
	parts = append(parts, near("the mean load of hash tables with two slots", tables[0], 0.85, 0.05), near("the mean load of filters with two slots", filters[0], 0.85, 0.05))
	return judge(parts).ruling("mean load at the first refusal, hash table with two slots", "share", tables[0], fmt.Sprintf(
		"In hash tables the first refusal comes at %s with two slots per bucket, %s with four and %s with eight; in filters of %s slots at %s, %s and %s.",
		withPercent(tables[0]), withPercent(tables[1]), withPercent(tables[2]),
		count(size), withPercent(filters[0]), withPercent(filters[1]), withPercent(filters[2]))).when("85 % is what two slots reach; four and eight reach more")
}
