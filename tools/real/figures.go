package main

import (
	"sort"
	"time"

	"raftatlas/real/late"
)

// Figures are what one run measured; docs/real.md says what each means.
type Figures struct {
	Elections    int           `json:"elections"`
	LeaderlessUs int64         `json:"leaderless_us"`
	NoWriteUs    *int64        `json:"no_write_longest_us"`
	NoCommitUs   int64         `json:"no_commit_longest_us"`
	Loads        []LoadFigures `json:"loads"`
	MemberBytes  []LinkBytes   `json:"member_bytes"`
	Timers       late.Figures  `json:"timers"`
	Passed       late.Figures  `json:"passed"`
	FsyncP50Us   int64         `json:"fsync_p50_us"`
	NotDone      []string      `json:"not_done"`
}

// LoadFigures are of one load: what was answered, and how fast in the window.
type LoadFigures struct {
	ID       string `json:"id"`
	Op       string `json:"op"`
	Zone     string `json:"zone"`
	Ok       int    `json:"ok"`
	Failed   int    `json:"failed"`
	Measured int    `json:"measured"`
	P50Us    *int64 `json:"p50_us"`
	P95Us    *int64 `json:"p95_us"`
	P99Us    *int64 `json:"p99_us"`
}

// LinkBytes are the bytes that one member sent another, on all connections of the two.
type LinkBytes struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Bytes int64  `json:"bytes"`
}

// loadFigures sums up the requests of each load.
func loadFigures(plan *Plan, answers []Answer) []LoadFigures {
	zones := map[string]string{}
	for _, gateway := range plan.Gateways {
		zones[gateway.ID] = gateway.Zone
	}
	all := []LoadFigures{}
	for i := range plan.Loads {
		load := &plan.Loads[i]
		figures := LoadFigures{ID: load.ID, Op: load.Op, Zone: zones[load.Gateway]}
		var took []time.Duration
		for _, answer := range answers {
			switch {
			case answer.load != load:
			case !answer.ok:
				figures.Failed++
			default:
				figures.Ok++
				if answer.ended >= us(plan.MeasureFromUs) {
					took = append(took, answer.ended-answer.began)
				}
			}
		}
		figures.Measured = len(took)
		sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
		figures.P50Us, figures.P95Us = percentile(took, 50), percentile(took, 95)
		figures.P99Us = percentile(took, 99)
		all = append(all, figures)
	}
	return all
}

// percentile is the least that so many of a hundred do not exceed; nil of nothing.
func percentile(sorted []time.Duration, percent int) *int64 {
	if len(sorted) == 0 {
		return nil
	}
	rank := (len(sorted)*percent + 99) / 100
	found := sorted[max(rank, 1)-1].Microseconds()
	return &found
}

// longestWithoutWrite is the longest time between two answers to writes, whoever asked; nil where
// nothing is written.
func longestWithoutWrite(answers []Answer, until time.Duration) *int64 {
	var ends []time.Duration
	for _, answer := range answers {
		if answer.ok && answer.load.Op == "put" {
			ends = append(ends, answer.ended)
		}
	}
	if len(ends) == 0 {
		return nil
	}
	sort.Slice(ends, func(i, j int) bool { return ends[i] < ends[j] })
	longest := until - ends[len(ends)-1]
	for i := 1; i < len(ends); i++ {
		longest = max(longest, ends[i]-ends[i-1])
	}
	found := longest.Microseconds()
	return &found
}
