package late

import (
	"strings"
	"testing"
	"time"
)

func booked(latenesses ...time.Duration) Figures {
	var book Book
	for _, one := range latenesses {
		book.Add(one)
	}
	return book.Figures()
}

func TestFiguresAreTheMedianTheTailAndTheWorst(t *testing.T) {
	var book Book
	for i := range 1_000 {
		book.Add(time.Duration(i) * time.Microsecond)
	}
	found := book.Figures()
	expected := Figures{Count: 1_000, P50Us: 499, P99Us: 989, WorstUs: 999}
	if found != expected {
		t.Errorf("found %+v, expected %+v", found, expected)
	}
	book.Reset()
	if found := book.Figures(); found != (Figures{}) {
		t.Errorf("after a reset: found %+v, expected none", found)
	}
}

func TestWhatComesEarlyIsNotLate(t *testing.T) {
	if found := booked(-time.Second); found.WorstUs != 0 {
		t.Errorf("found %d, expected 0", found.WorstUs)
	}
}

func TestABusyMachineIsRefusedWithItsFigures(t *testing.T) {
	bounds := BoundsFor(time.Second)
	if err := bounds.Judge("a timer", booked(time.Millisecond, 400*time.Millisecond)); err != nil {
		t.Errorf("found %v, expected none: two are too few for a tail", err)
	}
	err := bounds.Judge("a timer", booked(2*time.Millisecond, 600*time.Millisecond))
	if err == nil {
		t.Fatal("found none, expected an error")
	}
	for _, words := range []string{
		"too busy to measure: a timer: found the median 2.00 ms late, expected at most 1.00 ms",
		"worst 600.00 ms of 2",
	} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("found %q, expected %q in it", err, words)
		}
	}
}

func TestAPauseNearAnElectionIsRefused(t *testing.T) {
	late := make([]time.Duration, 1_000)
	late[7] = 600 * time.Millisecond
	if err := BoundsFor(time.Second).Judge("a timer", booked(late...)); err == nil {
		t.Error("found none, expected an error")
	}
	if err := BoundsFor(2*time.Second).Judge("a timer", booked(late...)); err != nil {
		t.Errorf("found %v, expected none", err)
	}
}
