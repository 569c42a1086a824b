package main

import (
	"os/exec"
	"syscall"
)

// endWithUs makes the system end a program when this one ends, killed or not.
func endWithUs(program *exec.Cmd) {
	program.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
