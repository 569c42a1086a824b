//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package record

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes the file for this process alone, until the file is closed. The
// kernel releases it when the process dies, so a killed run leaves no stale lock.
func lock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EWOULDBLOCK):
		return errors.New("another run is writing here; wait until it ends, or choose another folder")
	}
	return fmt.Errorf("cannot lock the file: %w", err)
}
