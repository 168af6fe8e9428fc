package main

import (
	"context"
	"io"
	"net"
	"strings"

	"golang.org/x/net/dns/dnsmessage"
)

// Domain is below what members call each other by. No name server of the world answers for it.
const Domain = ".raft-atlas.invalid"

// answerNames makes this process look up the members' names in a table of its own: each member
// reaches each other one by a proxy of the two, though all of them know it by one name.
func answerNames(table map[string]string) {
	net.DefaultResolver = &net.Resolver{
		PreferGo: true,
		Dial: func(context.Context, string, string) (net.Conn, error) {
			asker, answerer := net.Pipe()
			go serveNames(answerer, table)
			return asker, nil
		},
	}
}

// serveNames answers questions on a stream, each with its length before it (RFC 1035, 4.2.2).
func serveNames(conn net.Conn, table map[string]string) {
	defer func() { _ = conn.Close() }()
	for {
		head := make([]byte, 2)
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		question := make([]byte, int(head[0])<<8|int(head[1]))
		if _, err := io.ReadFull(conn, question); err != nil {
			return
		}
		answer, err := answerTo(question, table)
		if err != nil {
			return
		}
		answer = append([]byte{byte(len(answer) >> 8), byte(len(answer))}, answer...)
		if _, err := conn.Write(answer); err != nil {
			return
		}
	}
}

// answerTo packs the answer to one question: the address, none of this type, or no such name.
func answerTo(packed []byte, table map[string]string) ([]byte, error) {
	var message dnsmessage.Message
	if err := message.Unpack(packed); err != nil {
		return nil, err
	}
	message.Response = true
	message.Additionals = nil
	for _, question := range message.Questions {
		name := strings.TrimSuffix(strings.TrimSuffix(question.Name.String(), "."), Domain)
		address := net.ParseIP(table[name]).To4()
		if address == nil {
			message.RCode = dnsmessage.RCodeNameError
			continue
		}
		if question.Type != dnsmessage.TypeA {
			continue
		}
		head := dnsmessage.ResourceHeader{
			Name: question.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET, TTL: 60,
		}
		body := &dnsmessage.AResource{A: [4]byte(address)}
		message.Answers = append(message.Answers, dnsmessage.Resource{Header: head, Body: body})
	}
	return message.Pack()
}
