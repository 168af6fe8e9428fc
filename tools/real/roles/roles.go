// Package roles follows who leads a cluster by what its members log. It must not know how they run.
package roles

import (
	"bufio"
	"encoding/json"
	"io"
	"regexp"
	"sort"
	"sync"
	"time"
)

// becameLeader and leftLeading are what etcd's Raft library says of a member's own role.
var (
	becameLeader = regexp.MustCompile(` became leader at term (\d+)$`)
	leftLeading  = regexp.MustCompile(` became follower at term \d+$| stepped down to follower `)
)

// turn is a member's beginning or end of leading.
type turn struct {
	at     time.Time
	member string
	leads  bool
}

// Roles follows who leads by what members log.
type Roles struct {
	mutex sync.Mutex
	turns []turn
}

// logLine is the part of a member's log line that is read here.
type logLine struct {
	At      string `json:"ts"`
	Message string `json:"msg"`
}

// Follow copies a member's log and reads from it until it ends.
func (roles *Roles) Follow(member string, log io.Reader, copyTo io.Writer) {
	lines := bufio.NewScanner(log)
	lines.Buffer(make([]byte, 64<<10), 4<<20)
	for lines.Scan() {
		_, _ = copyTo.Write(append(lines.Bytes(), '\n'))
		var line logLine
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		at, err := time.Parse("2006-01-02T15:04:05.999999Z0700", line.At)
		if err != nil {
			at = time.Now()
		}
		switch {
		case becameLeader.MatchString(line.Message):
			roles.add(turn{at, member, true})
		case leftLeading.MatchString(line.Message):
			roles.add(turn{at, member, false})
		}
	}
}

// Gone says that a member lost power: it leads no more, and logs nothing of it.
func (roles *Roles) Gone(member string, at time.Time) { roles.add(turn{at, member, false}) }

func (roles *Roles) add(one turn) {
	roles.mutex.Lock()
	defer roles.mutex.Unlock()
	roles.turns = append(roles.turns, one)
}

// Elections counts how often a member became leader in a time.
func (roles *Roles) Elections(from, until time.Time) int {
	count := 0
	for _, one := range roles.sorted() {
		if one.leads && one.at.After(from) && one.at.Before(until) {
			count++
		}
	}
	return count
}

// LeaderlessUs is how long in a time no member believed that it leads: in all.
func (roles *Roles) LeaderlessUs(from, until time.Time) int64 {
	leading := map[string]bool{}
	var total time.Duration
	last := from
	for _, one := range append(roles.sorted(), turn{at: until}) {
		at := one.at
		if at.After(until) {
			at = until
		}
		if at.After(last) {
			if len(leading) == 0 {
				total += at.Sub(last)
			}
			last = at
		}
		if one.leads {
			leading[one.member] = true
		} else {
			delete(leading, one.member)
		}
	}
	return total.Microseconds()
}

func (roles *Roles) sorted() []turn {
	roles.mutex.Lock()
	defer roles.mutex.Unlock()
	turns := append([]turn(nil), roles.turns...)
	sort.SliceStable(turns, func(i, j int) bool { return turns[i].at.Before(turns[j].at) })
	return turns
}
