package main

import (
	"context"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// lookEvery is how often each member is asked how far it has committed.
const lookEvery = 20 * time.Millisecond

// Commits follows how far any member has committed, and how long that stood still at most. It asks
// each member beside the network, so no link delays what it sees.
type Commits struct {
	mutex   sync.Mutex
	index   uint64
	at      time.Time
	longest time.Duration
}

// Follow asks one member until the context ends.
func (commits *Commits) Follow(ctx context.Context, member *clientv3.Client) {
	for ctx.Err() == nil {
		asking, cancel := context.WithTimeout(ctx, 10*lookEvery)
		status, err := member.Status(asking, member.Endpoints()[0])
		cancel()
		if err == nil {
			commits.see(status.RaftIndex, time.Now())
		}
		pause(ctx, lookEvery)
	}
}

// see books that a member had committed so far at an instant.
func (commits *Commits) see(index uint64, now time.Time) {
	commits.mutex.Lock()
	defer commits.mutex.Unlock()
	if index <= commits.index {
		return
	}
	if !commits.at.IsZero() {
		commits.longest = max(commits.longest, now.Sub(commits.at))
	}
	commits.index, commits.at = index, now
}

// LongestUs is the longest time between two commits, until the run ended.
func (commits *Commits) LongestUs(ended time.Time) int64 {
	commits.mutex.Lock()
	defer commits.mutex.Unlock()
	if commits.at.IsZero() {
		return 0
	}
	return max(commits.longest, ended.Sub(commits.at)).Microseconds()
}
