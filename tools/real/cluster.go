package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"raftatlas/real/late"
	"raftatlas/real/link"
	"raftatlas/real/roles"
)

// Cluster is the members as processes, and a proxy for each direction in which one opens connections
// to another.
type Cluster struct {
	plan    *Plan
	folder  string
	paths   map[[2]string]*link.Path
	proxies []*link.Proxy
	// clientAt is where a gateway reaches a member: through its proxy.
	clientAt map[[2]string]string
	// directAt is where a member takes clients: for setting up alone.
	directAt map[string]string
	running  map[string]*exec.Cmd
	stdin    map[string]io.Closer
	logs     map[string]*os.File
	cutNow   []*link.Path
	roles    *roles.Roles
	late     *late.Book
}

// address is the loopback address by which one member reaches another: a proxy of the two is there.
func address(from, to int) string { return fmt.Sprintf("127.77.%d.%d", from+1, to+1) }

// newCluster lays the paths and opens the proxies; no member runs yet.
func newCluster(plan *Plan, folder string) (*Cluster, error) {
	cluster := &Cluster{
		plan: plan, folder: folder, paths: map[[2]string]*link.Path{},
		clientAt: map[[2]string]string{}, directAt: map[string]string{},
		running: map[string]*exec.Cmd{}, stdin: map[string]io.Closer{},
		logs: map[string]*os.File{}, roles: &roles.Roles{}, late: &late.Book{},
	}
	cluster.layPaths()
	ports, err := freePorts(3 * len(plan.Members))
	if err != nil {
		return nil, err
	}
	names := make([]string, len(plan.Members))
	for i, member := range plan.Members {
		names[i] = fmt.Sprintf("%s=http://%s%s:%d", member.ID, member.ID, Domain, ports[3*i])
	}
	for i, member := range plan.Members {
		listen := fmt.Sprintf("127.0.0.1:%d", ports[3*i+1])
		client := fmt.Sprintf("127.0.0.1:%d", ports[3*i+2])
		cluster.directAt[member.ID] = client
		config := MemberConfig{
			Name: member.ID, Folder: filepath.Join(folder, member.ID),
			ListenPeer: "http://" + listen, Client: "http://" + client,
			Advertise: strings.SplitN(names[i], "=", 2)[1],
			Cluster:   strings.Join(names, ","),
			TickMs:    uint(plan.TickUs / 1000), ElectionMs: uint(plan.ElectionUs / 1000),
			PreVote: plan.PreVote, Names: map[string]string{member.ID: "127.0.0.1"},
		}
		for j, other := range plan.Members {
			if i == j {
				continue
			}
			// What `other` opens to this member; and what this one calls `other` by.
			at := fmt.Sprintf("%s:%d", address(j, i), ports[3*i])
			if err := cluster.open(other.ID, member.ID, at, listen); err != nil {
				return nil, err
			}
			config.Names[other.ID] = address(i, j)
		}
		for _, gateway := range plan.Gateways {
			if err := cluster.open(gateway.ID, member.ID, "127.0.0.1:0", client); err != nil {
				return nil, err
			}
		}
		if err := cluster.tell(config); err != nil {
			return nil, err
		}
	}
	return cluster, nil
}

// layPaths makes a path for each direction between two members, and between gateway and member.
func (cluster *Cluster) layPaths() {
	lines := map[[2]string]Line{}
	pipes := map[[2]string]*link.Pipe{}
	for _, line := range cluster.plan.Links {
		ends := [2]string{line.From, line.To}
		lines[ends] = line
		pipes[ends] = &link.Pipe{BitsPerSecond: line.BitsPerSecond}
	}
	seed := cluster.plan.Seed
	lay := func(from, to Node) {
		zones := [2]string{from.Zone, to.Zone}
		line := lines[zones]
		quality := link.Quality{Delay: us(line.DelayUs), Jitter: us(line.JitterUs), Loss: line.Loss}
		seed++
		cluster.paths[[2]string{from.ID, to.ID}] = link.NewPath(quality, pipes[zones], seed)
	}
	for _, member := range cluster.plan.Members {
		for _, other := range cluster.plan.Members {
			if other != member {
				lay(member, other)
			}
		}
		for _, gateway := range cluster.plan.Gateways {
			lay(gateway, member)
			lay(member, gateway)
		}
	}
}

func (cluster *Cluster) open(from, to, listen, target string) error {
	there, back := cluster.paths[[2]string{from, to}], cluster.paths[[2]string{to, from}]
	proxy, err := link.Listen(listen, target, there, back, cluster.late.Add)
	if err != nil {
		return fmt.Errorf("the proxy from %s to %s: %w", from, to, err)
	}
	cluster.proxies = append(cluster.proxies, proxy)
	cluster.clientAt[[2]string{from, to}] = proxy.Address()
	return nil
}

func (cluster *Cluster) configFile(member string) string {
	return filepath.Join(cluster.folder, member+".json")
}

func (cluster *Cluster) tell(config MemberConfig) error {
	text, err := json.Marshal(config)
	if err != nil {
		return err
	}
	return os.WriteFile(cluster.configFile(config.Name), text, 0o600)
}

// start begins a member, or begins it again from its disk.
func (cluster *Cluster) start(member string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	command := exec.Command(program, "member", cluster.configFile(member))
	stdin, err := command.StdinPipe()
	if err != nil {
		return err
	}
	stderr, err := command.StderrPipe()
	if err != nil {
		return err
	}
	log, err := os.OpenFile(
		filepath.Join(cluster.folder, member+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600,
	)
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	cluster.running[member] = command
	cluster.stdin[member] = stdin
	cluster.logs[member] = log
	go cluster.roles.Follow(member, stderr, log)
	return nil
}

// kill ends a member's process as a loss of power would, as far as one process can tell.
func (cluster *Cluster) kill(member string) {
	command := cluster.running[member]
	if command == nil {
		return
	}
	delete(cluster.running, member)
	_ = command.Process.Kill()
	_, _ = command.Process.Wait()
	_ = cluster.stdin[member].Close()
}

// signal pauses a member, or lets it go on.
func (cluster *Cluster) signal(member string, signal syscall.Signal) {
	if command := cluster.running[member]; command != nil {
		_ = command.Process.Signal(signal)
	}
}

// end ends every member and every proxy.
func (cluster *Cluster) end() {
	for member := range cluster.running {
		cluster.kill(member)
	}
	for _, proxy := range cluster.proxies {
		proxy.Close()
	}
}

// of is all paths from a node and to it.
func (cluster *Cluster) of(node string) []*link.Path {
	var found []*link.Path
	for ends, path := range cluster.paths {
		if ends[0] == node || ends[1] == node {
			found = append(found, path)
		}
	}
	return found
}

// do does what happens at an instant, and says what could not be done.
func (cluster *Cluster) do(action Action, move func(string) error) error {
	now := time.Now()
	switch action.Do {
	case "cut":
		for _, ends := range action.Paths {
			path := cluster.paths[ends]
			path.Cut(now)
			cluster.cutNow = append(cluster.cutNow, path)
		}
	case "heal":
		for _, path := range cluster.cutNow {
			path.Heal(now)
		}
		cluster.cutNow = nil
	case "crash":
		// Nobody hears that the power is gone: no connection is closed.
		for _, path := range cluster.of(action.Member) {
			path.Cut(now)
		}
		cluster.kill(action.Member)
		cluster.roles.Gone(action.Member, now)
	case "restart":
		for _, path := range cluster.of(action.Member) {
			path.Heal(now)
		}
		return cluster.start(action.Member)
	case "pause":
		cluster.signal(action.Member, syscall.SIGSTOP)
	case "resume":
		cluster.signal(action.Member, syscall.SIGCONT)
	case "transfer":
		return move(action.Member)
	default:
		return fmt.Errorf("found the action %q, expected one that the plan knows", action.Do)
	}
	return nil
}

// freePorts finds ports that nobody listens at.
func freePorts(count int) ([]int, error) {
	var ports []int
	for range count {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer func() { _ = listener.Close() }()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
