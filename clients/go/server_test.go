package keyward_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"keyward.example/clients/go"
)

// scripted is an answer of the vectors: its fields, or the name of one in the table.
type scripted struct {
	Like       string
	Status     int
	Headers    map[string]string
	JSON       json.RawMessage
	Text       *string
	Times      int
	Padding    int
	IDs        []string
	Pagination json.RawMessage
	Fault      string
}

func (answer *scripted) UnmarshalJSON(text []byte) error {
	type plain scripted
	if bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, &answer.Like)
	}
	return json.Unmarshal(text, (*plain)(answer))
}

// server answers with the answers of a vector. It has its own network, so that a test can have its own time.
type server struct {
	vectors   *vectors
	answers   []scripted
	operation string
	listener  *pipes

	mutex    sync.Mutex
	requests []received
}

func newServer(t *testing.T, vectors *vectors, answers []scripted) *server {
	server := &server{vectors: vectors, answers: answers, listener: &pipes{connections: make(chan net.Conn), closed: make(chan struct{})}}
	running := &http.Server{Handler: server}
	go func() { _ = running.Serve(server.listener) }()
	t.Cleanup(func() { _ = running.Close() })
	return server
}

func (server *server) client(t *testing.T, options keyward.Options) *keyward.Client {
	t.Helper()
	network := &http.Transport{DialContext: server.listener.dial}
	t.Cleanup(network.CloseIdleConnections)
	options.BaseURL, options.APIKey, options.HTTPClient = "http://keyward.test", "kd_test_x", &http.Client{Transport: network}
	client, err := keyward.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func (server *server) seen() []received {
	server.mutex.Lock()
	defer server.mutex.Unlock()
	return server.requests
}

func (server *server) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	// Only behind the body, net/http sees that the client has gone.
	_, _ = io.Copy(io.Discard, request.Body)
	query := map[string]string{}
	for name := range request.URL.Query() {
		query[name] = request.URL.Query().Get(name)
	}
	server.mutex.Lock()
	answer := server.answers[min(len(server.requests), len(server.answers)-1)]
	server.requests = append(server.requests, received{time.Now(), request.Header, query})
	server.mutex.Unlock()
	server.write(writer, request, server.whole(answer))
}

// whole returns an answer with the fields of the answer that it is like.
func (server *server) whole(answer scripted) scripted {
	base, ok := server.vectors.Answers[answer.Like]
	if !ok {
		return answer
	}
	headers := maps.Clone(base.Headers)
	if answer.Headers != nil {
		headers = answer.Headers
	}
	answer.Status = max(answer.Status, base.Status)
	answer.Headers = headers
	if answer.JSON == nil && answer.Text == nil {
		answer.JSON = base.JSON
	}
	if answer.Fault == "" {
		answer.Fault = base.Fault
	}
	return answer
}

func (server *server) write(writer http.ResponseWriter, request *http.Request, answer scripted) {
	switch answer.Fault {
	case "cut":
		panic(http.ErrAbortHandler)
	case "silence":
		<-request.Context().Done()
		return
	}
	body, isJSON := server.body(answer)
	// net/http would find a type out by itself.
	writer.Header()["Content-Type"] = nil
	if isJSON {
		writer.Header().Set("Content-Type", "application/json")
	}
	for name, value := range answer.Headers {
		writer.Header().Set(name, timesIn(value))
	}
	if answer.Headers["Content-Encoding"] == "gzip" {
		body = zipped(body)
	}
	if answer.Fault == "" {
		writer.WriteHeader(answer.Status)
		_, _ = writer.Write(body)
		return
	}
	writer.Header().Set("Content-Length", strconv.Itoa(len(body)))
	writer.WriteHeader(answer.Status)
	_, _ = writer.Write(body[:len(body)/2])
	_ = http.NewResponseController(writer).Flush()
	if answer.Fault == "silence in body" {
		<-request.Context().Done()
		return
	}
	panic(http.ErrAbortHandler)
}

// body returns the body of an answer, and whether it is JSON.
func (server *server) body(answer scripted) ([]byte, bool) {
	body, isJSON := []byte(answer.JSON), answer.JSON != nil
	if answer.IDs != nil {
		body, isJSON = server.page(answer), true
	}
	if answer.Text != nil {
		body = []byte(strings.Repeat(*answer.Text, max(1, answer.Times)))
	}
	return append(body, bytes.Repeat([]byte(" "), answer.Padding)...), isJSON
}

func (server *server) page(answer scripted) []byte {
	page := maps.Clone(server.vectors.Pages[server.operation])
	items, _ := page["data"].([]any)
	sample, _ := items[0].(map[string]any)
	list := []any{}
	for _, id := range answer.IDs {
		item := maps.Clone(sample)
		item["id"] = id
		list = append(list, item)
	}
	page["data"], page["pagination"] = list, answer.Pagination
	text, err := json.Marshal(page)
	if err != nil {
		panic(err)
	}
	return text
}

var time_ = regexp.MustCompile(`(NOW|DATE)([+-]\d+)`)

// timesIn writes the times of a header.
func timesIn(value string) string {
	return time_.ReplaceAllStringFunc(value, func(text string) string {
		parts := time_.FindStringSubmatch(text)
		seconds, _ := strconv.Atoi(parts[2])
		at := time.Now().Add(time.Duration(seconds) * time.Second)
		if parts[1] == "DATE" {
			return at.UTC().Format(http.TimeFormat)
		}
		return fmt.Sprint(at.Unix())
	})
}

func zipped(body []byte) []byte {
	var text bytes.Buffer
	writer := gzip.NewWriter(&text)
	_, _ = writer.Write(body)
	_ = writer.Close()
	return text.Bytes()
}

// pipes is a network within the process.
type pipes struct {
	connections chan net.Conn
	closed      chan struct{}
	once        sync.Once
}

func (pipes *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case pipes.connections <- theirs:
		return ours, nil
	case <-pipes.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (pipes *pipes) Accept() (net.Conn, error) {
	select {
	case connection := <-pipes.connections:
		return connection, nil
	case <-pipes.closed:
		return nil, net.ErrClosed
	}
}

func (pipes *pipes) Close() error {
	pipes.once.Do(func() { close(pipes.closed) })
	return nil
}

func (pipes *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "test", Net: "unix"} }
