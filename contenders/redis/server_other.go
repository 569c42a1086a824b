//go:build !linux

package main

import (
	"os"
	"os/exec"
	"time"
)

// endWithUs looks four times a second whether the program that started this one is still
// there, and ends both when it is not.
func endWithUs(program *exec.Cmd) {
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(time.Second / 4)
		}
		if program.Process != nil {
			program.Process.Kill()
		}
		os.Exit(1)
	}()
}
