//go:build !linux

package service

import (
	"errors"
	"os"
)

func find(string) string { return "" }

func canStart() error { return nil }

func startServers() (serverAddresses, error) {
	at := serverAddresses{os.Getenv(RedisVariable), os.Getenv(PostgresVariable)}
	if at.redis == "" || at.postgres == "" {
		return at, errors.New("service: private servers are started on Linux only; name others in " + RedisVariable + " and " + PostgresVariable)
	}
	return at, nil
}
