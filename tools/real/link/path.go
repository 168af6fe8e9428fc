// Package link carries bytes between two places as a network between them would: with a one-way
// delay, jitter, loss, bandwidth and cuts. It must not know etcd or scenarios.
package link

import (
	"math/rand"
	"sync"
	"time"
)

const (
	// SegmentBytes is what one lost packet takes with it (the payload of an Ethernet frame in TCP).
	SegmentBytes = 1448
	// RTOMin is the least that a retransmission timeout adds to a round trip (Linux's TCP_RTO_MIN).
	RTOMin = 200 * time.Millisecond
	// rtoDoublings bounds the backoff: Linux ends at two minutes, which no run here lasts.
	rtoDoublings = 9
)

// Quality is what a path does to what passes. Delay is one way; Jitter is the most that is added
// to it, drawn evenly; Loss is the chance that a segment is lost.
type Quality struct {
	Delay  time.Duration
	Jitter time.Duration
	Loss   float64
}

// Pipe is the bandwidth of a line in one direction, which all paths over it share. 0 is not limited.
type Pipe struct {
	BitsPerSecond float64
	mutex         sync.Mutex
	freeAt        time.Time
}

// send books so many bytes at an instant and returns when the last of them is on the line.
func (pipe *Pipe) send(now time.Time, bytes int) time.Time {
	if pipe == nil || pipe.BitsPerSecond <= 0 {
		return now
	}
	pipe.mutex.Lock()
	defer pipe.mutex.Unlock()
	start := now
	if pipe.freeAt.After(start) {
		start = pipe.freeAt
	}
	seconds := float64(bytes) * 8 / pipe.BitsPerSecond
	pipe.freeAt = start.Add(time.Duration(seconds * float64(time.Second)))
	return pipe.freeAt
}

// span is a stretch of time in which nothing arrives; until is zero while it lasts.
type span struct{ from, until time.Time }

// Path is one direction between two places.
type Path struct {
	Quality Quality
	Pipe    *Pipe

	mutex   sync.Mutex
	random  *rand.Rand
	cuts    int
	spans   []span
	changed chan struct{}
	bytes   int64
}

// NewPath makes a path whose chance is drawn from a seed.
func NewPath(quality Quality, pipe *Pipe, seed int64) *Path {
	random := rand.New(rand.NewSource(seed))
	return &Path{Quality: quality, Pipe: pipe, random: random, changed: make(chan struct{})}
}

// Cut loses what is on the way from now on. Several cuts may stand at once; each has its Heal.
func (path *Path) Cut(now time.Time) {
	path.mutex.Lock()
	defer path.mutex.Unlock()
	path.cuts++
	if path.cuts == 1 {
		path.spans = append(path.spans, span{from: now})
		path.signal()
	}
}

// Heal ends one cut.
func (path *Path) Heal(now time.Time) {
	path.mutex.Lock()
	defer path.mutex.Unlock()
	if path.cuts == 0 {
		return
	}
	path.cuts--
	if path.cuts == 0 {
		path.spans[len(path.spans)-1].until = now
		path.signal()
	}
}

func (path *Path) signal() {
	close(path.changed)
	path.changed = make(chan struct{})
}

// Bytes is what was sent over the path so far; what TCP sends again is not counted again.
func (path *Path) Bytes() int64 {
	path.mutex.Lock()
	defer path.mutex.Unlock()
	return path.bytes
}

// depart books bytes that leave at an instant and returns when they arrive if nothing is cut. What
// a connection carries stays in order: it never arrives before `after`.
func (path *Path) depart(now time.Time, bytes int, after time.Time) time.Time {
	sent := path.Pipe.send(now, bytes)
	path.mutex.Lock()
	defer path.mutex.Unlock()
	path.bytes += int64(bytes)
	due := sent.Add(path.Quality.Delay)
	if path.Quality.Jitter > 0 {
		due = due.Add(time.Duration(path.random.Int63n(int64(path.Quality.Jitter) + 1)))
	}
	due = due.Add(path.lost(bytes))
	if due.Before(after) {
		return after
	}
	return due
}

// lost is how much later bytes arrive because segments were lost: each time one is sent again, a
// retransmission timeout has passed, which doubles.
func (path *Path) lost(bytes int) time.Duration {
	if path.Quality.Loss <= 0 {
		return 0
	}
	var worst time.Duration
	for left := bytes; left > 0; left -= SegmentBytes {
		var waited time.Duration
		for try := 0; try < rtoDoublings && path.random.Float64() < path.Quality.Loss; try++ {
			waited += path.rto() << try
		}
		worst = max(worst, waited)
	}
	return worst
}

// rto is the first retransmission timeout: the round trip and Linux's least.
func (path *Path) rto() time.Duration {
	return 2*path.Quality.Delay + max(RTOMin, path.Quality.Jitter)
}

// arrives says when what left at `sent` and is due at `due` arrives, as far as it is known now. Where
// a cut took it, it is sent again after a retransmission timeout, which doubles each time; ok is
// false while a cut stands that takes each try so far.
func (path *Path) arrives(sent, due time.Time) (at time.Time, ok bool) {
	path.mutex.Lock()
	defer path.mutex.Unlock()
	way := due.Sub(sent)
	for try := 0; ; try++ {
		taken := path.takenBetween(sent, due)
		if taken == nil {
			return due, true
		}
		if taken.until.IsZero() {
			return time.Time{}, false
		}
		sent = sent.Add(path.rto() << min(try, rtoDoublings))
		due = sent.Add(way)
	}
}

// takenBetween is the last cut that takes what is on the way in this time, or nil.
func (path *Path) takenBetween(sent, due time.Time) *span {
	for i := len(path.spans) - 1; i >= 0; i-- {
		cut := &path.spans[i]
		if !cut.from.After(due) && (cut.until.IsZero() || cut.until.After(sent)) {
			return cut
		}
	}
	return nil
}

// change is closed at the next cut or healing.
func (path *Path) change() <-chan struct{} {
	path.mutex.Lock()
	defer path.mutex.Unlock()
	return path.changed
}
