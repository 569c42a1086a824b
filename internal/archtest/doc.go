// Package archtest checks the rules of the house that a compiler does not: which
// package may import which, and which calls are made nowhere or in one place only.
// The rules are data, in rules.go; CONTRIBUTING.md explains them. They hold for
// every Go file of the module, those of other platforms included.
//
//	internal/{spec,hashing,bitpack,prob} <- variants/theory <- internal/record
//	variants <- internal/*, theory          workloads <- internal/{spec,hashing}
//	harness <- variants, workloads, record  analysis <- record, theory; never variants or harness
//	cmd/bench <- all
//
// The check itself is a test, [Check] the function behind it, which takes sources
// from anywhere so that it can be shown bad ones.
package archtest
