package main

import "time"

// Plan is what tools/real-plan.mjs makes of a scenario: only what a real etcd cluster can do.
type Plan struct {
	Members       []Node   `json:"members"`
	Gateways      []Node   `json:"gateways"`
	Leader        string   `json:"leader"`
	TickUs        int64    `json:"tick_us"`
	ElectionUs    int64    `json:"election_us"`
	PreVote       bool     `json:"pre_vote"`
	Links         []Line   `json:"links"`
	Rows          int      `json:"rows"`
	RowBytes      int      `json:"row_bytes"`
	DurationUs    int64    `json:"duration_us"`
	MeasureFromUs int64    `json:"measure_from_us"`
	Seed          int64    `json:"seed"`
	Loads         []Load   `json:"loads"`
	Actions       []Action `json:"actions"`
}

// Node is a member or a gateway, in its zone.
type Node struct {
	ID   string `json:"id"`
	Zone string `json:"zone"`
}

// Line is one direction between two zones, or inside one.
type Line struct {
	From          string  `json:"from"`
	To            string  `json:"to"`
	DelayUs       int64   `json:"delay_us"`
	JitterUs      int64   `json:"jitter_us"`
	Loss          float64 `json:"loss"`
	BitsPerSecond float64 `json:"bits_per_second"`
}

// Load is a stream of requests of one gateway: clients that wait for each answer, or arrivals at a
// rate.
type Load struct {
	ID         string  `json:"id"`
	Gateway    string  `json:"gateway"`
	Op         string  `json:"op"`
	ReadMode   string  `json:"read_mode"`
	Clients    int     `json:"clients"`
	Rate       float64 `json:"rate"`
	ThinkUs    int64   `json:"think_us"`
	TimeoutUs  int64   `json:"timeout_us"`
	StartUs    int64   `json:"start_us"`
	Rows       int     `json:"rows"`
	ValueBytes int     `json:"value_bytes"`
	FirstKey   int     `json:"first_key"`
	EndKey     int     `json:"end_key"`
}

// Action is what happens at an instant. Paths are the directions that a cut takes.
type Action struct {
	AtUs   int64       `json:"at_us"`
	Do     string      `json:"do"`
	Paths  [][2]string `json:"paths"`
	Member string      `json:"member"`
}

func us(count int64) time.Duration { return time.Duration(count) * time.Microsecond }
