package main

import (
	"encoding/json"
	"io"
	"net/url"
	"os"

	"go.etcd.io/etcd/server/v3/embed"
)

// MemberConfig is what one member is told, in a file of its folder.
type MemberConfig struct {
	Name       string            `json:"name"`
	Folder     string            `json:"folder"`
	ListenPeer string            `json:"listen_peer"`
	Advertise  string            `json:"advertise"`
	Client     string            `json:"client"`
	Cluster    string            `json:"cluster"`
	TickMs     uint              `json:"tick_ms"`
	ElectionMs uint              `json:"election_ms"`
	PreVote    bool              `json:"pre_vote"`
	Names      map[string]string `json:"names"`
}

// runMember is etcd itself, until its standard input ends: then who began it is gone.
func runMember(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var told MemberConfig
	if err := json.Unmarshal(text, &told); err != nil {
		return err
	}
	answerNames(told.Names)
	config := embed.NewConfig()
	config.Name = told.Name
	config.Dir = told.Folder
	config.ListenPeerUrls = []url.URL{*mustURL(told.ListenPeer)}
	config.AdvertisePeerUrls = []url.URL{*mustURL(told.Advertise)}
	config.ListenClientUrls = []url.URL{*mustURL(told.Client)}
	config.AdvertiseClientUrls = []url.URL{*mustURL(told.Client)}
	config.InitialCluster = told.Cluster
	config.ClusterState = embed.ClusterStateFlagNew
	config.TickMs = told.TickMs
	config.ElectionMs = told.ElectionMs
	config.PreVote = told.PreVote
	config.LogOutputs = []string{"stderr"}
	config.LogLevel = "info"
	server, err := embed.StartEtcd(config)
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return <-server.Err()
}

func mustURL(text string) *url.URL {
	parsed, err := url.Parse(text)
	if err != nil {
		panic(err)
	}
	return parsed
}
