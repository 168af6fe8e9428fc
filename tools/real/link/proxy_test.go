package link

import (
	"io"
	"net"
	"runtime"
	"testing"
	"time"
)

// echo answers with what it hears, until the listener ends.
func echo(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				_, _ = io.Copy(conn, conn)
			}()
		}
	}()
	return listener.Addr().String()
}

func dial(t *testing.T, there, back *Path) net.Conn {
	t.Helper()
	proxy, err := Listen("127.0.0.1:0", echo(t), there, back, func(time.Duration) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Close)
	conn, err := net.Dial("tcp", proxy.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// ask sends a word and waits for its echo; how long that took.
func ask(t *testing.T, conn net.Conn) time.Duration {
	t.Helper()
	began := time.Now()
	if _, err := conn.Write([]byte("word")); err != nil {
		t.Fatal(err)
	}
	heard := make([]byte, 4)
	if _, err := io.ReadFull(conn, heard); err != nil {
		t.Fatal(err)
	}
	return time.Since(began)
}

func TestAnEchoTakesARoundTripAndTheFirstOneMoreForTheConnection(t *testing.T) {
	there := NewPath(Quality{Delay: ms(20)}, nil, 1)
	back := NewPath(Quality{Delay: ms(10)}, nil, 2)
	conn := dial(t, there, back)
	// Not less; how much more depends on the machine.
	if took := ask(t, conn); took < ms(55) {
		t.Errorf("the first: found %v, expected two round trips of 30 ms", took)
	}
	if took := ask(t, conn); took < ms(30) {
		t.Errorf("the second: found %v, expected a round trip of 30 ms", took)
	}
	if there.Bytes() != 8 || back.Bytes() != 8 {
		t.Errorf("bytes: found %d and %d, expected 8 and 8", there.Bytes(), back.Bytes())
	}
}

func TestTheEndOfAStreamArrivesAfterItsBytes(t *testing.T) {
	conn := dial(t, NewPath(Quality{Delay: ms(5)}, nil, 1), NewPath(Quality{Delay: ms(5)}, nil, 2))
	if _, err := conn.Write([]byte("the last words")); err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	heard, err := io.ReadAll(conn)
	if err != nil || string(heard) != "the last words" {
		t.Errorf("found %q and %v, expected all and the end", heard, err)
	}
}

func TestACutHoldsBackUntilItHeals(t *testing.T) {
	there, back := NewPath(Quality{}, nil, 1), NewPath(Quality{}, nil, 2)
	conn := dial(t, there, back)
	ask(t, conn)
	there.Cut(time.Now())
	if _, err := conn.Write([]byte("held")); err != nil {
		t.Fatal(err)
	}
	// It is held once the proxy has taken it.
	for there.Bytes() < 8 {
		runtime.Gosched()
	}
	heard := make(chan error, 1)
	go func() {
		_, err := io.ReadFull(conn, make([]byte, 4))
		heard <- err
	}()
	healed := time.Now()
	there.Heal(healed)
	if err := <-heard; err != nil {
		t.Fatal(err)
	}
	if took := time.Since(healed); took < RTOMin/2 {
		t.Errorf("found the bytes %v after the healing, expected a retransmission timeout", took)
	}
}
