package link

import (
	"testing"
	"time"
)

var start = time.Unix(1_000, 0)

func at(long time.Duration) time.Time { return start.Add(long) }

func ms(count int) time.Duration { return time.Duration(count) * time.Millisecond }

func expectAt(t *testing.T, what string, found time.Time, expected time.Duration) {
	t.Helper()
	if !found.Equal(at(expected)) {
		t.Errorf("%s: found %v, expected %v", what, found.Sub(start), expected)
	}
}

func TestBytesArriveAfterTheDelay(t *testing.T) {
	path := NewPath(Quality{Delay: ms(20)}, nil, 1)
	expectAt(t, "the first", path.depart(at(0), 100, time.Time{}), ms(20))
	if path.Bytes() != 100 {
		t.Errorf("bytes: found %d, expected 100", path.Bytes())
	}
}

func TestJitterAddsAtMostItselfAndKeepsAConnectionInOrder(t *testing.T) {
	path := NewPath(Quality{Delay: ms(20), Jitter: ms(5)}, nil, 1)
	var last time.Time
	for sent := range 200 {
		due := path.depart(at(ms(sent)), 1, last)
		if due.Before(last) {
			t.Fatalf("sent at %d ms: due %v, before %v", sent, due.Sub(start), last.Sub(start))
		}
		if way := due.Sub(at(ms(sent))); way < ms(20) || way > ms(25) {
			t.Fatalf("the way: found %v, expected 20 ms to 25 ms", way)
		}
		last = due
	}
}

func TestALineIsSharedByAllPathsOverIt(t *testing.T) {
	pipe := &Pipe{BitsPerSecond: 8_000_000}
	one := NewPath(Quality{Delay: ms(10)}, pipe, 1)
	other := NewPath(Quality{Delay: ms(10)}, pipe, 2)
	// A megabyte a second: 5,000 bytes take 5 ms.
	expectAt(t, "the first", one.depart(at(0), 5_000, time.Time{}), ms(15))
	expectAt(t, "what waits for it", other.depart(at(0), 5_000, time.Time{}), ms(20))
	expectAt(t, "when it is free again", one.depart(at(ms(50)), 5_000, time.Time{}), ms(65))
}

func TestALostSegmentComesATimeoutLater(t *testing.T) {
	path := NewPath(Quality{Delay: ms(20), Loss: 0.2}, nil, 7)
	later := map[time.Duration]int{}
	for range 1_000 {
		later[path.depart(at(0), 100, time.Time{}).Sub(at(ms(20)))]++
	}
	// The timeout is a round trip and 200 ms; the second is twice as long.
	if later[0] < 750 || later[0] > 850 || later[ms(240)] < 100 || later[ms(720)] == 0 {
		t.Errorf("found %v, expected about 800 at once, 160 after 240 ms, 32 after 720 ms", later)
	}
}

func TestWhatACutTakesComesByARetransmissionAfterTheHealing(t *testing.T) {
	path := NewPath(Quality{Delay: ms(20)}, nil, 1)
	path.Cut(at(ms(10)))
	if _, ok := path.arrives(at(ms(100)), at(ms(120))); ok {
		t.Error("while it stands: found an arrival, expected none")
	}
	path.Heal(at(ms(500)))
	// Sent at 100 ms, again after 240 ms, and again 480 ms after that.
	found, ok := path.arrives(at(ms(100)), at(ms(120)))
	if !ok {
		t.Fatal("after the healing: found no arrival")
	}
	expectAt(t, "after the healing", found, ms(840))
	// What was on the way when the cut came is gone too.
	found, _ = path.arrives(at(0), at(ms(20)))
	expectAt(t, "on the way", found, ms(740))
	found, _ = path.arrives(at(ms(501)), at(ms(521)))
	expectAt(t, "later", found, ms(521))
}

func TestACutOfOneDirectionLeavesTheOther(t *testing.T) {
	there := NewPath(Quality{Delay: ms(20)}, nil, 1)
	back := NewPath(Quality{Delay: ms(20)}, nil, 2)
	there.Cut(at(0))
	if _, ok := there.arrives(at(ms(1)), at(ms(21))); ok {
		t.Error("there: found an arrival, expected none")
	}
	if _, ok := back.arrives(at(ms(1)), at(ms(21))); !ok {
		t.Error("back: found none, expected an arrival")
	}
}

func TestOfTwoCutsBothMustHeal(t *testing.T) {
	path := NewPath(Quality{}, nil, 1)
	path.Cut(at(0))
	path.Cut(at(0))
	path.Heal(at(ms(1)))
	if _, ok := path.arrives(at(ms(2)), at(ms(2))); ok {
		t.Error("found an arrival, expected none: one cut stands")
	}
	path.Heal(at(ms(3)))
	if _, ok := path.arrives(at(ms(4)), at(ms(4))); !ok {
		t.Error("found none, expected an arrival")
	}
	path.Heal(at(ms(5)))
}
