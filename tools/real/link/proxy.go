package link

import (
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

const (
	// chunkBytes is the most that one read takes from a connection.
	chunkBytes = 16 << 10
	// windowBytes bounds what waits in one direction of a connection (the most of Linux's tcp_wmem):
	// beyond it the sender's writes wait.
	windowBytes = 4 << 20
	// chunksMax bounds in how many pieces.
	chunksMax = 4096
)

// chunk is what one read brought; without bytes it is the end of the stream.
type chunk struct {
	bytes     []byte
	sent, due time.Time
}

// Proxy listens at one address and passes each connection on to another: what the dialler sends by
// one path, what comes back by another.
type Proxy struct {
	listener net.Listener
	target   string
	there    *Path
	back     *Path
	late     func(time.Duration)

	mutex sync.Mutex
	conns map[net.Conn]struct{}
	done  chan struct{}
}

// Listen opens a proxy. `late` is told how much later than due each chunk was passed on.
func Listen(address, target string, there, back *Path, late func(time.Duration)) (*Proxy, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	proxy := &Proxy{
		listener: listener, target: target, there: there, back: back, late: late,
		conns: map[net.Conn]struct{}{}, done: make(chan struct{}),
	}
	go proxy.accept()
	return proxy, nil
}

// Address is where it listens.
func (proxy *Proxy) Address() string { return proxy.listener.Addr().String() }

// Close ends it and all its connections.
func (proxy *Proxy) Close() {
	proxy.mutex.Lock()
	defer proxy.mutex.Unlock()
	select {
	case <-proxy.done:
		return
	default:
	}
	close(proxy.done)
	_ = proxy.listener.Close()
	for conn := range proxy.conns {
		_ = conn.Close()
	}
}

func (proxy *Proxy) accept() {
	for {
		conn, err := proxy.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err == nil {
			go proxy.serve(conn)
		}
	}
}

// keep books a connection, so that Close ends it; false if the proxy has ended.
func (proxy *Proxy) keep(conn net.Conn) bool {
	proxy.mutex.Lock()
	defer proxy.mutex.Unlock()
	select {
	case <-proxy.done:
		_ = conn.Close()
		return false
	default:
		proxy.conns[conn] = struct{}{}
		return true
	}
}

func (proxy *Proxy) drop(conn net.Conn) {
	proxy.mutex.Lock()
	defer proxy.mutex.Unlock()
	delete(proxy.conns, conn)
	_ = conn.Close()
}

// serve passes one connection on. Opening takes a round trip, which the first bytes wait for; while
// a cut stands nobody is reached, and the dialler hears nothing.
func (proxy *Proxy) serve(near net.Conn) {
	if !proxy.keep(near) {
		return
	}
	defer proxy.drop(near)
	asked := time.Now()
	reached, ok := proxy.wait(proxy.there, asked, asked.Add(proxy.there.Quality.Delay))
	if !ok {
		return
	}
	answered, ok := proxy.wait(proxy.back, reached, reached.Add(proxy.back.Quality.Delay))
	if !ok {
		return
	}
	far, err := net.Dial("tcp", proxy.target)
	if err != nil || !proxy.keep(far) {
		return
	}
	defer proxy.drop(far)
	var both sync.WaitGroup
	both.Add(2)
	go func() { defer both.Done(); proxy.pass(near, far, proxy.there, answered) }()
	go func() { defer both.Done(); proxy.pass(far, near, proxy.back, answered) }()
	both.Wait()
}

// pass carries one direction until its end has arrived, or the receiver is gone.
func (proxy *Proxy) pass(from, to net.Conn, path *Path, opened time.Time) {
	queue := make(chan chunk, chunksMax)
	gone := make(chan struct{})
	waiting := &window{changed: make(chan struct{}, 1)}
	go proxy.read(from, path, opened, queue, waiting, gone)
	defer close(gone)
	var arrived time.Time
	for part := range queue {
		due := part.due
		if due.Before(arrived) {
			due = arrived
		}
		// What left before the last part arrived anew was sent again with it.
		at, ok := arrived, true
		if !part.sent.Before(arrived) || due.After(arrived) {
			at, ok = proxy.wait(path, part.sent, due)
		}
		if !ok {
			return
		}
		arrived = at
		if part.bytes == nil {
			closeWrite(to)
			return
		}
		if _, err := to.Write(part.bytes); err != nil {
			// The receiver is gone: the sender learns it, as by a reset.
			_ = from.Close()
			return
		}
		waiting.add(-len(part.bytes))
		// What came with a part that was sent again has no instant of its own.
		if at.Equal(part.due) {
			proxy.late(time.Since(at))
		}
	}
}

// read stamps what comes in with when it is due at the other end.
func (proxy *Proxy) read(
	from net.Conn, path *Path, opened time.Time, queue chan<- chunk, waiting *window,
	gone <-chan struct{},
) {
	defer close(queue)
	var last time.Time
	buffer := make([]byte, chunkBytes)
	for {
		if !waiting.room(gone) {
			return
		}
		count, err := from.Read(buffer)
		now := time.Now()
		if now.Before(opened) {
			now = opened
		}
		part := chunk{sent: now}
		if count > 0 {
			part.bytes = append([]byte(nil), buffer[:count]...)
			part.due = path.depart(now, count, last)
			last = part.due
			waiting.add(count)
			if !put(queue, part, gone) {
				return
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) || !errors.Is(err, net.ErrClosed) {
				put(queue, chunk{sent: now, due: path.depart(now, 0, last)}, gone)
			}
			return
		}
	}
}

// window counts the bytes that wait in one direction.
type window struct {
	mutex   sync.Mutex
	bytes   int
	changed chan struct{}
}

func (waiting *window) add(bytes int) {
	waiting.mutex.Lock()
	waiting.bytes += bytes
	waiting.mutex.Unlock()
	select {
	case waiting.changed <- struct{}{}:
	default:
	}
}

// room waits until more may wait; false if nobody takes it any more.
func (waiting *window) room(gone <-chan struct{}) bool {
	for {
		waiting.mutex.Lock()
		isFull := waiting.bytes >= windowBytes
		waiting.mutex.Unlock()
		if !isFull {
			return true
		}
		select {
		case <-waiting.changed:
		case <-gone:
			return false
		}
	}
}

func put(queue chan<- chunk, part chunk, gone <-chan struct{}) bool {
	select {
	case queue <- part:
		return true
	case <-gone:
		return false
	}
}

// wait ends when what left at `sent` has arrived, with when that was; false if the proxy ended.
func (proxy *Proxy) wait(path *Path, sent, due time.Time) (time.Time, bool) {
	for {
		changed := path.change()
		at, known := path.arrives(sent, due)
		var timer <-chan time.Time
		if known {
			left := time.Until(at)
			if left <= napMax {
				nap(max(0, left))
				return at, true
			}
			timer = time.After(left - napMax)
		}
		select {
		case <-timer:
		case <-changed:
		case <-proxy.done:
			return time.Time{}, false
		}
	}
}

func closeWrite(conn net.Conn) {
	if half, ok := conn.(*net.TCPConn); ok {
		_ = half.CloseWrite()
		return
	}
	_ = conn.Close()
}
