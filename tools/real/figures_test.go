package main

import (
	"testing"
	"time"
)

var began = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

func TestPercentilesAndGapsAreOfWhatWasAnswered(t *testing.T) {
	load := &Load{ID: "puts", Op: "put", Gateway: "g1"}
	second := func(count int) time.Duration { return time.Duration(count) * time.Second }
	answers := []Answer{
		{load, second(0), second(1), true},
		{load, second(1), second(3), true},
		{load, second(3), second(9), false},
		{load, second(9), second(12), true},
	}
	plan := &Plan{
		Gateways: []Node{{ID: "g1", Zone: "Oslo"}}, Loads: []Load{*load}, MeasureFromUs: 2_000_000,
	}
	answers[0].load, answers[1].load = &plan.Loads[0], &plan.Loads[0]
	answers[2].load, answers[3].load = &plan.Loads[0], &plan.Loads[0]
	found := loadFigures(plan, answers)[0]
	if found.Ok != 3 || found.Failed != 1 || found.Measured != 2 || found.Zone != "Oslo" {
		t.Errorf("found %+v, expected 3 answered, 1 failed, 2 in the window, of Oslo", found)
	}
	if *found.P50Us != 2_000_000 || *found.P99Us != 3_000_000 {
		t.Errorf("found %d and %d, expected 2 s and 3 s", *found.P50Us, *found.P99Us)
	}
	if gap := longestWithoutWrite(answers, second(15)); *gap != 9_000_000 {
		t.Errorf("the longest gap: found %d us, expected 9 s", *gap)
	}
}

func TestTheLongestTimeWithoutACommitIsOfAllMembers(t *testing.T) {
	commits := &Commits{}
	at := func(ms int) time.Time { return began.Add(time.Duration(ms) * time.Millisecond) }
	for _, seen := range []struct {
		index uint64
		ms    int
	}{{7, 0}, {8, 100}, {8, 300}, {7, 400}, {9, 1_100}, {10, 1_200}} {
		commits.see(seen.index, at(seen.ms))
	}
	if found := commits.LongestUs(at(1_500)); found != 1_000_000 {
		t.Errorf("found %d us, expected a second, from 8 to 9", found)
	}
	if found := commits.LongestUs(at(9_000)); found != 7_800_000 {
		t.Errorf("at the end: found %d us, expected 7.8 s", found)
	}
}
