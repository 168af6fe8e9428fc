//go:build !linux

package link

import "time"

const napMax = 0

func nap(left time.Duration) { time.Sleep(left) }
