package explore

// State returns what stands after the # of the page's address to show the cells of a figure of
// the report; ok is false for a figure that has none.
func State(figure string) (state string, ok bool) {
	state, ok = states[figure]
	return state, ok
}

var states = map[string]string{
	"poster":              "x=bits&experiment=space&experiment=fpr-bloom&experiment=speed-bars&part=bits&part=bloom&part=two-slots&part=four-slots&part=rates-large&origin=this+project&family=bloom&family=blocked&family=splitblock&family=register&family=cuckoo&family=semisort&family=xor&family=fuse&on=theory&on=bars&on=pareto",
	"best-filter":         "tab=cost",
	"regret":              "tab=cost&work=4",
	"cards":               "y=lookup&x=keys&experiment=throughput&part=size&part=contenders&op=miss&facet=family",
	"calibration":         "as=theory&x=theory&xs=log&workload=uniform&experiment=fpr-bloom&experiment=fpr-cuckoo&experiment=overload&experiment=space&experiment=fpr-exact&experiment=speed-bars&on=bars",
	"claims":              "tab=claims",
	"fpr-bloom-bits":      "x=bits&experiment=fpr-bloom&part=bits",
	"fpr-bloom-probes":    "x=k&experiment=fpr-bloom&part=probes&facet=p.bpk",
	"fpr-cuckoo-load":     "x=load&experiment=fpr-cuckoo&facet=f&on=theory&on=bars&on=bound",
	"overload":            "x=fill&experiment=overload",
	"churn":               "x=turnover&experiment=churn",
	"real-keys-rate":      "as=theory&x=workload&experiment=real-keys&facet=family&on=bars",
	"hashes":              "as=theory&x=hash&experiment=hashes&facet=workload&on=bars",
	"schemes":             "x=bits&experiment=schemes&part=large&part=block&facet=family&color=probing",
	"space-crossing":      "x=bits&experiment=space&part=bloom&part=two-slots&part=four-slots&part=eight-slots&on=theory&on=bars&on=pareto",
	"space-by-size":       "y=bits&x=keys&experiment=space&part=sizes",
	"load-by-size":        "y=load&x=slots&experiment=load-factor&part=small&part=large",
	"load-by-fingerprint": "y=load&x=f&experiment=load-factor&part=fingerprint",
	"kicks-by-load":       "y=kicks&x=load&experiment=kicks&part=windows-2&part=windows-4&part=windows-8",
	"kicks-bound":         "y=load&x=p.kicks&experiment=kicks&part=maxkicks",
	"balls-in-bins":       "y=longest&x=keys&experiment=places",
	"multiset-load":       "y=load&x=keys.r&experiment=duplicates&part=multiset",
	"copies-map":          "y=bits&x=variant&experiment=copies&part=map",
	"drift-policies":      "y=missed&x=policy&experiment=drift&part=policies&facet=workload",
	"redis-copies":        "y=bits&x=variant&experiment=redis&part=copies",
	"memory":              "y=lookup&x=bytes&experiment=throughput&experiment=speed-bars&part=size&part=contenders&part=bars&op=miss&on=bars&on=lines&on=floor",
	"time-by-size":        "y=lookup&x=keys&experiment=throughput&part=size&facet=op",
	"time-by-load":        "y=lookup&x=fill&experiment=throughput&part=load&facet=op",
	"kernels":             "y=lookup&x=kernel&experiment=throughput&part=kernels&facet=op&color=capacity",
	"libraries":           "y=lookup&x=variant&experiment=speed-bars&part=libraries-large&op=miss&call=batch",
}
