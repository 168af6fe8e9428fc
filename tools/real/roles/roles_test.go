package roles

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

var began = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

func line(second int, message string) string {
	at := began.Add(time.Duration(second) * time.Second).Format("2006-01-02T15:04:05.000000Z0700")
	return fmt.Sprintf(`{"level":"info","ts":%q,"logger":"raft","msg":%q}`, at, message)
}

// follow reads the logs of two members.
func follow(first, second []string) *Roles {
	roles := &Roles{}
	roles.Follow("s1", strings.NewReader(strings.Join(first, "\n")), io.Discard)
	roles.Follow("s2", strings.NewReader(strings.Join(second, "\n")), io.Discard)
	return roles
}

func TestLeadersAreFollowedByWhatMembersLog(t *testing.T) {
	roles := follow(
		[]string{line(-5, "a1 became leader at term 2"), "not JSON",
			line(6, "a1 stepped down to follower since quorum is not active")},
		[]string{line(-5, "b2 became follower at term 2"), line(9, "b2 became leader at term 3")},
	)
	end := began.Add(20 * time.Second)
	if found := roles.Elections(began, end); found != 1 {
		t.Errorf("elections: found %d, expected 1", found)
	}
	if found := roles.LeaderlessUs(began, end); found != 3_000_000 {
		t.Errorf("without a leader: found %d us, expected 3 s", found)
	}
}

func TestALeaderWithoutPowerLeadsNoMore(t *testing.T) {
	roles := follow([]string{line(-5, "a1 became leader at term 2")}, nil)
	roles.Gone("s1", began.Add(15*time.Second))
	if found := roles.LeaderlessUs(began, began.Add(20*time.Second)); found != 5_000_000 {
		t.Errorf("without a leader: found %d us, expected 5 s", found)
	}
}

func TestTwoWhoBelieveThatTheyLeadAreNoTimeWithoutALeader(t *testing.T) {
	roles := follow(
		[]string{line(-5, "a1 became leader at term 2"), line(8, "a1 became follower at term 3")},
		[]string{line(7, "b2 became leader at term 3")},
	)
	if found := roles.LeaderlessUs(began, began.Add(20*time.Second)); found != 0 {
		t.Errorf("without a leader: found %d us, expected none", found)
	}
}
