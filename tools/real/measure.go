package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"raftatlas/real/late"
)

const (
	// setUpMax bounds the time until the cluster stands with its rows and its leader.
	setUpMax = 90 * time.Second
	// settle is the time that the cluster has before the run's instant 0.
	settle = 2 * time.Second
	// moveMax bounds how long a transfer of the leadership is tried during a run.
	moveMax = 5 * time.Second
)

// measure sets a cluster up, plays the plan on it, and ends all that it began.
func measure(ctx context.Context, plan *Plan, folder string) (*Figures, error) {
	ctx, cancel := context.WithTimeout(ctx, setUpMax+us(plan.DurationUs)+30*time.Second)
	defer cancel()
	fsync, err := fsyncMedian(folder)
	if err != nil {
		return nil, err
	}
	cluster, err := newCluster(plan, folder)
	if err != nil {
		return nil, err
	}
	defer cluster.end()
	for _, member := range plan.Members {
		if err := cluster.start(member.ID); err != nil {
			return nil, err
		}
	}
	direct, err := connect(cluster, func(member string) string { return cluster.directAt[member] })
	if err != nil {
		return nil, err
	}
	defer closeAll(direct)
	setUp, ready := context.WithTimeout(ctx, setUpMax)
	defer ready()
	ids, err := prepare(setUp, cluster, direct)
	if err != nil {
		return nil, fmt.Errorf("the cluster could not be set up: %w", err)
	}
	figures, err := play(ctx, cluster, direct, ids)
	if err != nil {
		return nil, err
	}
	figures.FsyncP50Us = fsync
	bounds := late.BoundsFor(us(plan.ElectionUs))
	return figures, errors.Join(
		bounds.Judge("a timer of 5 ms", figures.Timers),
		bounds.Judge("what the proxies passed on", figures.Passed),
	)
}

// play runs the plan from instant 0 to its end.
func play(
	ctx context.Context, cluster *Cluster, direct map[string]*clientv3.Client, ids map[uint64]string,
) (*Figures, error) {
	plan := cluster.plan
	running, stop := context.WithCancel(ctx)
	defer stop()
	gateways, err := openGateways(running, cluster, ids)
	if err != nil {
		return nil, err
	}
	pause(ctx, settle)
	// What the setting up did to the machine is not the run's.
	var timers late.Book
	cluster.late.Reset()
	done := make(chan struct{})
	defer close(done)
	go late.Watch(&timers, 5*time.Millisecond, done)
	before := memberBytes(cluster)
	began := time.Now()
	commits := &Commits{}
	for _, member := range direct {
		go commits.Follow(running, member)
	}
	clients := &Clients{began: began}
	for i := range plan.Loads {
		load := &plan.Loads[i]
		clients.run(running, gateways[load.Gateway], load, plan.Seed*1000+int64(i)*100)
	}
	notDone := []string{}
	for _, action := range plan.Actions {
		pause(ctx, time.Until(began.Add(us(action.AtUs))))
		move := func(member string) error {
			moving, cancel := context.WithTimeout(ctx, moveMax)
			defer cancel()
			return moveLeader(moving, direct, ids, member)
		}
		if err := cluster.do(action, move); err != nil {
			notDone = append(notDone, fmt.Sprintf("%s at %v: %v", action.Do, us(action.AtUs), err))
		}
	}
	pause(ctx, time.Until(began.Add(us(plan.DurationUs))))
	ended := time.Now()
	after := memberBytes(cluster)
	stop()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("the run was broken off: %w", err)
	}
	clients.waiting.Wait()
	for i := range after {
		after[i].Bytes -= before[i].Bytes
	}
	return &Figures{
		// The leader that stands at instant 0 was elected too, as a report counts.
		Elections:    1 + cluster.roles.Elections(began, ended),
		LeaderlessUs: cluster.roles.LeaderlessUs(began, ended),
		NoWriteUs:    longestWithoutWrite(clients.answers, us(plan.DurationUs)),
		NoCommitUs:   commits.LongestUs(ended),
		Loads:        loadFigures(plan, clients.answers),
		MemberBytes:  after,
		Timers:       timers.Figures(),
		Passed:       cluster.late.Figures(),
		NotDone:      notDone,
	}, nil
}

// connect opens a client for each member, at the address that is given for it.
func connect(cluster *Cluster, at func(string) string) (map[string]*clientv3.Client, error) {
	clients := map[string]*clientv3.Client{}
	for _, member := range cluster.plan.Members {
		client, err := clientv3.New(clientv3.Config{
			Endpoints: []string{"http://" + at(member.ID)}, Logger: zap.NewNop(),
		})
		if err != nil {
			return nil, err
		}
		clients[member.ID] = client
	}
	return clients, nil
}

func closeAll(clients map[string]*clientv3.Client) {
	for _, client := range clients {
		_ = client.Close()
	}
}

func openGateways(
	ctx context.Context, cluster *Cluster, ids map[uint64]string,
) (map[string]*Gateway, error) {
	gateways := map[string]*Gateway{}
	for _, node := range cluster.plan.Gateways {
		at := func(member string) string { return cluster.clientAt[[2]string{node.ID, member}] }
		members, err := connect(cluster, at)
		if err != nil {
			return nil, err
		}
		gateway := &Gateway{node: node, members: members, nearest: nearest(cluster, node)}
		for _, member := range cluster.plan.Members {
			go gateway.follow(ctx, member.ID, "http://"+at(member.ID), ids)
		}
		gateways[node.ID] = gateway
	}
	return gateways, nil
}

// nearest is the member that a gateway has the shortest round trip to; the first of several.
func nearest(cluster *Cluster, gateway Node) string {
	trip := func(member string) time.Duration {
		there := cluster.paths[[2]string{gateway.ID, member}].Quality.Delay
		return there + cluster.paths[[2]string{member, gateway.ID}].Quality.Delay
	}
	best := cluster.plan.Members[0].ID
	for _, member := range cluster.plan.Members {
		if trip(member.ID) < trip(best) {
			best = member.ID
		}
	}
	return best
}

// prepare waits for the cluster, writes its rows, and gives the leadership to the plan's leader.
func prepare(
	ctx context.Context, cluster *Cluster, direct map[string]*clientv3.Client,
) (map[uint64]string, error) {
	plan := cluster.plan
	ids := map[uint64]string{}
	for _, member := range plan.Members {
		for ; ctx.Err() == nil; pause(ctx, 50*time.Millisecond) {
			asking, cancel := context.WithTimeout(ctx, time.Second)
			status, err := direct[member.ID].Status(asking, "http://"+cluster.directAt[member.ID])
			cancel()
			if err == nil && status.Leader != 0 {
				ids[status.Header.MemberId] = member.ID
				break
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := writeRows(ctx, plan, direct[plan.Members[0].ID]); err != nil {
		return nil, err
	}
	if plan.Leader == "" {
		return ids, nil
	}
	return ids, moveLeader(ctx, direct, ids, plan.Leader)
}

// rowsOfOne is how many rows are written in one transaction; etcd takes 128 unless told.
const rowsOfOne = 100

func writeRows(ctx context.Context, plan *Plan, client *clientv3.Client) error {
	value := strings.Repeat("v", plan.RowBytes)
	for from := 0; from < plan.Rows; from += rowsOfOne {
		var puts []clientv3.Op
		for key := from; key < min(from+rowsOfOne, plan.Rows); key++ {
			puts = append(puts, clientv3.OpPut(keyName(key), value))
		}
		if _, err := client.Txn(ctx).Then(puts...).Commit(); err != nil {
			return err
		}
	}
	return nil
}

// moveLeader hands the leadership to a member, and waits until that member says that it has it.
func moveLeader(
	ctx context.Context, direct map[string]*clientv3.Client, ids map[uint64]string, to string,
) error {
	for ctx.Err() == nil {
		status, err := direct[to].Status(ctx, direct[to].Endpoints()[0])
		if err != nil {
			return err
		}
		leader := ids[status.Leader]
		if leader == to {
			return nil
		}
		if leader != "" {
			// Whoever led may lead no more: then it is asked anew.
			_, _ = direct[leader].MoveLeader(ctx, status.Header.MemberId)
		}
		pause(ctx, 100*time.Millisecond)
	}
	return ctx.Err()
}

func memberBytes(cluster *Cluster) []LinkBytes {
	var all []LinkBytes
	for _, from := range cluster.plan.Members {
		for _, to := range cluster.plan.Members {
			if path := cluster.paths[[2]string{from.ID, to.ID}]; path != nil {
				all = append(all, LinkBytes{from.ID, to.ID, path.Bytes()})
			}
		}
	}
	return all
}

// fsyncMedian is how long this disk takes to keep two kilobytes, the median of some tries.
func fsyncMedian(folder string) (int64, error) {
	file, err := os.Create(filepath.Join(folder, "fsync"))
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	var took []time.Duration
	for range 25 {
		if _, err := file.Write(make([]byte, 2048)); err != nil {
			return 0, err
		}
		began := time.Now()
		if err := file.Sync(); err != nil {
			return 0, err
		}
		took = append(took, time.Since(began))
	}
	sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
	return took[len(took)/2].Microseconds(), nil
}
