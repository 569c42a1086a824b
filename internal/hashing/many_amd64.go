//go:build !purego

package hashing

import "github.com/klauspost/cpuid/v2"

// wide says whether eight keys can be hashed with one instruction for each step:
// AVX-512 with products of 64 bits.
var wide = cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ)

// uint64sWide hashes n keys, a multiple of 8, from [start] of their seed. It must only be
// called where wide is true.
//
//go:noescape
func uint64sWide(dst, keys *uint64, n int, start uint64)

// stringsWide hashes n keys, a multiple of 8, from [start] of their seed, and slicesWide slices.
// They must only be called where wide is true. They read at most seven bytes beside a
// key, in the page of memory that the key begins in.
//
//go:noescape
func stringsWide(dst *uint64, keys *string, n int, start uint64)

//go:noescape
func slicesWide(dst *uint64, keys *[]byte, n int, start uint64)
