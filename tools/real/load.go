package main

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// askEvery is how often a gateway asks each member who leads.
const askEvery = 250 * time.Millisecond

// Gateway is the clients of one place: a connection to each member through its proxy, and who leads
// as far as members told it.
type Gateway struct {
	node    Node
	members map[string]*clientv3.Client
	nearest string

	mutex  sync.Mutex
	leader string
	term   uint64
}

// follow asks one member again and again who leads; the answer of the highest term counts.
func (gateway *Gateway) follow(ctx context.Context, member, address string, ids map[uint64]string) {
	for ctx.Err() == nil {
		asking, cancel := context.WithTimeout(ctx, time.Second)
		status, err := gateway.members[member].Status(asking, address)
		cancel()
		if err == nil && status.Leader != 0 {
			gateway.mutex.Lock()
			if status.RaftTerm >= gateway.term {
				gateway.term, gateway.leader = status.RaftTerm, ids[status.Leader]
			}
			gateway.mutex.Unlock()
		}
		select {
		case <-ctx.Done():
		case <-time.After(askEvery):
		}
	}
}

// to is the member that a request goes to.
func (gateway *Gateway) to(load *Load) *clientv3.Client {
	if load.Op != "put" && load.ReadMode != "leader" {
		return gateway.members[gateway.nearest]
	}
	gateway.mutex.Lock()
	defer gateway.mutex.Unlock()
	if gateway.leader == "" {
		return gateway.members[gateway.nearest]
	}
	return gateway.members[gateway.leader]
}

func keyName(key int) string { return fmt.Sprintf("row/%08d", key) }

// ask sends one request and waits for its answer.
func (gateway *Gateway) ask(ctx context.Context, load *Load, random *rand.Rand) error {
	ctx, cancel := context.WithTimeout(ctx, us(load.TimeoutUs))
	defer cancel()
	client := gateway.to(load)
	key := load.FirstKey + random.Intn(load.EndKey-load.FirstKey)
	var err error
	switch load.Op {
	case "put":
		_, err = client.Put(ctx, keyName(key), strings.Repeat("v", load.ValueBytes))
	default:
		var options []clientv3.OpOption
		if load.Op == "scan" {
			end := min(key+load.Rows, load.EndKey)
			options = append(options, clientv3.WithRange(keyName(end)))
		}
		if load.ReadMode == "local" {
			options = append(options, clientv3.WithSerializable())
		}
		_, err = client.Get(ctx, keyName(key), options...)
	}
	return err
}

// Answer is what came of one request, by the run's own time.
type Answer struct {
	load  *Load
	began time.Duration
	ended time.Duration
	ok    bool
}

// Clients sends the plan's loads and keeps what came of each request.
type Clients struct {
	began   time.Time
	end     time.Time
	mutex   sync.Mutex
	answers []Answer
	waiting sync.WaitGroup
}

func (clients *Clients) one(ctx context.Context, gateway *Gateway, load *Load, random *rand.Rand) {
	began := time.Since(clients.began)
	err := gateway.ask(ctx, load, random)
	ended := time.Since(clients.began)
	// What the run's end broke off is no failure of the cluster.
	if ctx.Err() != nil {
		return
	}
	clients.mutex.Lock()
	defer clients.mutex.Unlock()
	clients.answers = append(clients.answers, Answer{load, began, ended, err == nil})
}

// run sends a load until the context ends.
func (clients *Clients) run(ctx context.Context, gateway *Gateway, load *Load, seed int64) {
	if load.Rate > 0 {
		clients.waiting.Add(1)
		go clients.open(ctx, gateway, load, rand.New(rand.NewSource(seed)))
		return
	}
	for i := range load.Clients {
		clients.waiting.Add(1)
		go clients.closed(ctx, gateway, load, rand.New(rand.NewSource(seed+int64(i))))
	}
}

func (clients *Clients) closed(ctx context.Context, gateway *Gateway, load *Load, random *rand.Rand) {
	defer clients.waiting.Done()
	// Clients that begin together would ask in step.
	pause(ctx, us(load.StartUs)+time.Duration(random.Int63n(load.ThinkUs*1000+1)))
	for ctx.Err() == nil {
		clients.one(ctx, gateway, load, random)
		pause(ctx, us(load.ThinkUs))
	}
}

// arrivalsMax bounds the requests of an open load that wait at once.
const arrivalsMax = 2000

func (clients *Clients) open(ctx context.Context, gateway *Gateway, load *Load, random *rand.Rand) {
	defer clients.waiting.Done()
	pause(ctx, us(load.StartUs))
	room := make(chan struct{}, arrivalsMax)
	for ctx.Err() == nil {
		pause(ctx, time.Duration(random.ExpFloat64()/load.Rate*float64(time.Second)))
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			return
		}
		clients.waiting.Add(1)
		own := rand.New(rand.NewSource(random.Int63()))
		go func() {
			defer clients.waiting.Done()
			defer func() { <-room }()
			clients.one(ctx, gateway, load, own)
		}()
	}
}

func pause(ctx context.Context, long time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(long):
	}
}
