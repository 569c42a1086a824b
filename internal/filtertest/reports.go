package filtertest

import "filterbench/variants"

// checkReports: an insert that reports whether it changed the filter says no more and no less
// than a lookup before it.
func checkReports(s *subject) {
	f := s.build(300)
	reporter, ok := f.(variants.Reporter)
	if !ok {
		return
	}
	hashes := randomHashes(s.random(21), 600) // twice as many, so that some are taken for old
	for i, h := range hashes {
		if was, changed := f.Contains(h), reporter.Add(h); changed == was {
			s.Fatalf("key %d of %d: a lookup said %t, and the insert reports %t for a change", i, len(hashes), was, changed)
		}
		if !f.Contains(h) || reporter.Add(h) {
			s.Fatalf("key %d of %d is denied, or reported as new once more", i, len(hashes))
		}
	}
}

// checkSaved: what was saved and read back gives the same answers, and the filter that was
// saved is as it was.
func checkSaved(s *subject) {
	f := s.build(300)
	saver, ok := f.(variants.Saver)
	if !ok {
		return
	}
	hashes := randomHashes(s.random(22), 300)
	s.fill(f, hashes)
	if b, ok := f.(variants.Builder); ok {
		if err := b.Build(); err != nil {
			s.Fatal(err)
		}
	}
	probes := append(randomHashes(s.random(23), 3000), hashes...)
	before := answers(f, probes)
	form, err := saver.Save()
	if err != nil {
		s.Fatal(err)
	}
	read, err := saver.Load(form)
	if err != nil {
		s.Fatal(err)
	}
	s.wantSame(f, probes, before, "saved")
	s.wantSame(read, probes, before, "read back")
}
