# What this project can do, for people and for CI. `make` alone lists it.
#
# Everything needs Go, make and git; the race detector needs a C compiler as well, and
# is left out, with a word about it, where there is none.

GO      ?= go
PROFILE ?= standard
RESULTS ?= results/$(PROFILE)
REFERENCE = results/reference
FUZZTIME ?= 10s

# Pinned, so that a new release never turns a green tree red.
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

BENCH = $(GO) run ./cmd/bench
RACE := $(if $(and $(filter 1,$(shell $(GO) env CGO_ENABLED)),$(shell command -v $$($(GO) env CC) 2>/dev/null)),-race)

.DEFAULT_GOAL := help
.NOTPARALLEL:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "  PROFILE=quick|standard|full  how much make bench measures (now: $(PROFILE))"
	@echo "  RESULTS=DIR                  where it writes (now: $(RESULTS))"
	@echo "  FUZZTIME=10s                 how long make fuzz stays with each target"

# --- measuring ---------------------------------------------------------------

.PHONY: bench
bench: ## measure, then write RESULTS/REPORT.md with its figures; the same again resumes
	$(BENCH) run --profile $(PROFILE) --results $(RESULTS)
	$(BENCH) report --results $(RESULTS)

.PHONY: report
report: ## write REPORT.md, its chapters and figures from the committed reference run
	$(BENCH) report --results $(REFERENCE)

.PHONY: report-check
report-check: ## fail if a page, table or figure is not what the reference run gives
	$(BENCH) report --results $(REFERENCE) --check

.PHONY: explorer
explorer: ## bundle the program of the explorer again, with npm; commit what it writes
	cd analysis/explore/web && npm ci --no-audit --no-fund && node build.mjs

.PHONY: mutants
mutants: ## break the analysis in N=20 places, chosen by SEED=1, and see whether a test notices
	$(GO) run ./internal/mutants -n $(or $(N),20) -seed $(or $(SEED),1)

.PHONY: contenders
contenders: ## build the filters of other languages whose compilers and libraries are here
	$(BENCH) contenders build

# --- proving -----------------------------------------------------------------

.PHONY: test
test: ## run all tests, in random order
	$(GO) test -shuffle=on -timeout 30m ./...

# What starts goroutines or locks: the runner, the writer of records, filters under guards,
# readers of libraries. Tests of the command line kill and interrupt programs by the clock, for
# which the race detector is too slow; analysis has one goroutine.
RACED = $(sort $(dir $(shell grep -rlE '\bgo func|\.Go\b|\bsync\.' --include='*.go' harness internal variants workloads)))
.PHONY: race
race: ## run the tests of packages with goroutines under the race detector
ifeq ($(RACE),)
	@echo "no C compiler here: the race detector is left out"
else
	$(GO) test $(RACE) -short -shuffle=on -timeout 30m $(RACED:%=./%)
endif

.PHONY: purego
purego: ## test filters, keys and the harness with the hash and kernels in Go: same hashes, same counts
	$(GO) test -tags purego -timeout 30m ./internal/... ./variants/... ./workloads ./harness

# A 32-bit program on the same machine, where there is one to be had.
HOST := $(shell $(GO) env GOHOSTOS)/$(shell $(GO) env GOHOSTARCH)

# What counts: filters, keys, records and statistics. The rest needs a database written in Go,
# which takes longer to compile for 32 bits than these tests take.
NARROW = ./internal/batch ./internal/bitpack ./internal/filtertest ./internal/hashing ./internal/prob ./internal/record ./internal/simd ./internal/stat ./variants/... ./workloads
.PHONY: narrow
narrow: ## run the tests of filters, keys and records as a 32-bit program: same counts
ifeq ($(HOST),linux/amd64)
	GOARCH=386 $(GO) test -timeout 30m $(NARROW)
else
	@echo "$(HOST) runs no 32-bit x86 program: make cross-check only vets for it"
endif

# A program for arm64: emulated where the machine is another, with Debian's qemu-user.
QEMU := $(shell command -v qemu-aarch64)
EMULATED = ./internal/batch ./internal/bitpack ./internal/hashing ./internal/simd ./variants/... ./workloads
EMULATE = $(if $(filter linux/arm64,$(HOST)),,-exec $(QEMU))
.PHONY: arm64
arm64: ## run the tests of kernels, filters and keys for arm64, emulated elsewhere, and recount a sample of the reference run
ifneq ($(QEMU)$(filter linux/arm64,$(HOST)),)
	GOOS=linux GOARCH=arm64 $(GO) test $(EMULATE) -short -timeout 60m $(if $(RUN),-run '$(RUN)') $(EMULATED)
	$(if $(RUN),,GOOS=linux GOARCH=arm64 $(GO) run $(EMULATE) ./cmd/bench verify $(REFERENCE) --minutes 0.5)
else
	@echo "no qemu-aarch64 here (qemu-user of Debian): what runs on arm64 is left out; make cross-check only vets it"
endif

# The kernels against plain Go, and the pins of bits and keys: what can differ on arm64, in 20 s.
.PHONY: arm64-short
arm64-short: RUN = Pins|SIMD|Kernel|Fences|Golden|Fuzz|Lanes|Words?64|Portable|Geometr
arm64-short: EMULATED = ./internal/bitpack ./internal/hashing ./internal/simd ./workloads ./variants/blocked ./variants/bloom ./variants/cuckoo ./variants/quotient ./variants/catalog
arm64-short: arm64 ## make arm64 for kernels and pins alone

.PHONY: attack
attack: ## attack the program with bad input, kills, full disks and little memory: half an hour, of which fifteen minutes are every filter with few keys
	$(GO) test -tags attack -run "^(TestAttack|TestInterrupt|TestKill)" -timeout 60m ./cmd/bench

.PHONY: slurm
slurm: ## run a sweep on a real Slurm of one node, where its packages can be had
	.ci/slurm

.PHONY: bench-check
bench-check: ## run every Go benchmark once
	$(GO) test -run '^$$' -bench . -benchtime 1x ./...

.PHONY: fuzz
fuzz: ## fuzz every target for FUZZTIME
	@grep -rn --include='*_test.go' -o '^func Fuzz[A-Za-z0-9_]*' . | sort | \
	while IFS=: read -r file line match; do \
		echo "fuzz $$(dirname $$file) $${match#func }"; \
		$(GO) test -run '^$$' -fuzz "^$${match#func }\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s "$$(dirname $$file)" || exit 1; \
	done

# --- checking ----------------------------------------------------------------

.PHONY: fmt-check
fmt-check: ## fail if a file is not formatted by gofmt
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "run gofmt -w on:"; echo "$$files"; exit 1; fi

.PHONY: vet
vet: ## run go vet
	$(GO) vet ./...

.PHONY: lint
lint: ## run the pinned staticcheck
	$(GO) run $(STATICCHECK) ./...

.PHONY: tidy-check
tidy-check: ## fail if go.mod or go.sum is not what go mod tidy writes
	$(GO) mod tidy -diff

# A digest of all files, committed or not, so that the check works in a dirty tree.
TREE = git ls-files -co --exclude-standard | git hash-object --stdin-paths | git hash-object --stdin

.PHONY: generate-check
generate-check: ## fail if go generate changes a file
	@before=$$($(TREE)); $(GO) generate ./... || exit 1; \
	if [ "$$before" != "$$($(TREE))" ]; then echo "go generate changed files; look at git diff and commit them"; exit 1; fi

.PHONY: cross-check
cross-check: ## vet for 32 bits and for other processors and systems
	GOOS=linux GOARCH=386 $(GO) vet ./...
	GOOS=linux GOARCH=arm64 $(GO) vet ./...
	GOOS=darwin GOARCH=arm64 $(GO) build ./...
	GOOS=windows GOARCH=amd64 $(GO) build ./...

# Windows on arm64 is neither Linux nor Unix nor amd64: one build sees all that stands in for
# what these have. The packages of other builds take a minute each to compile.
.PHONY: cross-short
cross-short: ## vet what counts for 32 bits, and kernels for arm64
	GOOS=linux GOARCH=386 $(GO) vet $(NARROW)
	GOOS=linux GOARCH=arm64 $(GO) vet ./internal/simd ./internal/bitpack

.PHONY: ci
ci: ## everything that must hold before a commit
	$(MAKE) fmt-check vet lint tidy-check generate-check
	$(MAKE) test race purego narrow arm64 cross-check bench-check
	$(MAKE) fuzz FUZZTIME=5s
	$(MAKE) report-check

.PHONY: ci-short
ci-short: ## what .ci/run checks: all but purego, fuzzing, a run of every benchmark and some of the builds for others
	$(MAKE) fmt-check vet lint tidy-check generate-check
	$(MAKE) test race narrow arm64-short cross-short report-check

.PHONY: clean
clean: ## remove what make bench wrote; the reference run stays
	rm -rf results/quick results/standard results/full
	$(GO) clean -fuzzcache
