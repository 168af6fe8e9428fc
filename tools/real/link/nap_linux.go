package link

import (
	"syscall"
	"time"
)

// napMax is what the runtime's own timers are late by at most: they count whole milliseconds.
const napMax = 1500 * time.Microsecond

// nap sleeps through the last stretch before an instant more exactly than the runtime's timers do.
func nap(left time.Duration) {
	spec := syscall.NsecToTimespec(left.Nanoseconds())
	_ = syscall.Nanosleep(&spec, nil)
}
