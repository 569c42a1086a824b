package contender

import (
	"os/exec"
	"syscall"
)

// endWithUs makes a driver, with all that it starts, end when its time is up, and end when
// this program is killed.
func endWithUs(driver *exec.Cmd) {
	driver.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	driver.Cancel = func() error { return syscall.Kill(-driver.Process.Pid, syscall.SIGKILL) }
}
