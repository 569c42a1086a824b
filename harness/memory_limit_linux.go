package harness

import "golang.org/x/sys/unix"

// processLimit returns how many bytes of data the system lets this process have (ulimit -d and
// -v); ok is false where that is not limited.
func processLimit() (bytes uint64, ok bool) {
	for _, resource := range []int{unix.RLIMIT_DATA, unix.RLIMIT_AS} {
		var l unix.Rlimit
		const unlimited = 1 << 60 // and all above
		if err := unix.Getrlimit(resource, &l); err == nil && uint64(l.Cur) < unlimited && (!ok || uint64(l.Cur) < bytes) {
			bytes, ok = uint64(l.Cur), true
		}
	}
	return bytes, ok
}
