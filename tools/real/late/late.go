// Package late says how late this machine's timers are: whether what is measured here can be told
// from what the machine's other work does. It must not know what is measured.
package late

import (
	"fmt"
	"sort"
	"sync"
	"time"
)

// Book holds latenesses. The zero value is empty.
type Book struct {
	mutex sync.Mutex
	seen  []time.Duration
}

// Add books one; what came early was not late.
func (book *Book) Add(late time.Duration) {
	book.mutex.Lock()
	defer book.mutex.Unlock()
	book.seen = append(book.seen, max(0, late))
}

// Reset forgets what was booked.
func (book *Book) Reset() {
	book.mutex.Lock()
	defer book.mutex.Unlock()
	book.seen = nil
}

// Figures are the median, the 99th percentile and the worst.
type Figures struct {
	Count   int   `json:"count"`
	P50Us   int64 `json:"p50_us"`
	P99Us   int64 `json:"p99_us"`
	WorstUs int64 `json:"worst_us"`
}

// Figures sums up what was booked.
func (book *Book) Figures() Figures {
	book.mutex.Lock()
	defer book.mutex.Unlock()
	if len(book.seen) == 0 {
		return Figures{}
	}
	sort.Slice(book.seen, func(i, j int) bool { return book.seen[i] < book.seen[j] })
	at := func(percent int) int64 {
		return book.seen[(len(book.seen)-1)*percent/100].Microseconds()
	}
	return Figures{Count: len(book.seen), P50Us: at(50), P99Us: at(99), WorstUs: at(100)}
}

// Bounds are the most that each figure may be.
type Bounds struct {
	P50Us   int64 `json:"p50_us"`
	P99Us   int64 `json:"p99_us"`
	WorstUs int64 `json:"worst_us"`
}

// BoundsFor gives the bounds of a run whose followers wait at least so long before they stand for
// election: a median that adds under a millisecond to each way, a tail of ten, and no pause that
// comes near to an election.
func BoundsFor(election time.Duration) Bounds {
	return Bounds{P50Us: 1_000, P99Us: 10_000, WorstUs: (election / 2).Microseconds()}
}

// Judge is nil, or says which figure is beyond its bound, with all of them.
func (bounds Bounds) Judge(what string, found Figures) error {
	for _, one := range []struct {
		name         string
		found, bound int64
	}{
		{"the median", found.P50Us, bounds.P50Us},
		{"the 99th percentile", found.P99Us, bounds.P99Us},
		{"the worst", found.WorstUs, bounds.WorstUs},
	} {
		if one.found > one.bound {
			return fmt.Errorf(
				"the machine was too busy to measure: %s: found %s %s late, expected at most %s (median %s, 99th percentile %s, worst %s of %d)",
				what, one.name, ms(one.found), ms(one.bound), ms(found.P50Us), ms(found.P99Us),
				ms(found.WorstUs), found.Count,
			)
		}
	}
	return nil
}

func ms(us int64) string { return fmt.Sprintf("%.2f ms", float64(us)/1000) }

// Watch books how late a timer of a few milliseconds is, again and again, until told to stop.
func Watch(book *Book, every time.Duration, stop <-chan struct{}) {
	due := time.Now().Add(every)
	for {
		select {
		case <-stop:
			return
		case <-time.After(time.Until(due)):
		}
		now := time.Now()
		book.Add(now.Sub(due))
		due = now.Add(every)
	}
}
