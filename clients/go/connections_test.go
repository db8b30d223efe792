package keyward_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"keyward.example/clients/go"
)

// gone is a connection that takes nothing any more behind its first request, as one that the server has closed.
type gone struct {
	net.Conn
	isGone *atomic.Bool
}

func (gone gone) Write(text []byte) (int, error) {
	if gone.isGone.Load() {
		return 0, errors.New("the connection has ended")
	}
	return gone.Conn.Write(text)
}

func TestAVerificationTakesAnotherConnectionIfTheOldOneHasEnded(t *testing.T) {
	var requests, connections atomic.Int32
	service := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		writer.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(writer, `{"valid":false,"code":"NOT_FOUND","checkedAt":"2026-01-15T10:30:00.000Z"}`)
	}))
	defer service.Close()
	first := new(atomic.Bool)
	network := &http.Transport{DialContext: func(ctx context.Context, kind, address string) (net.Conn, error) {
		connection, err := new(net.Dialer).DialContext(ctx, kind, address)
		if connections.Add(1) == 1 && err == nil {
			return gone{connection, first}, nil
		}
		return connection, err
	}}
	defer network.CloseIdleConnections()
	client, err := keyward.New(keyward.Options{BaseURL: service.URL, HTTPClient: &http.Client{Transport: network}, MaxRetries: new(0)})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := client.Credentials.Verify(t.Context(), keyward.VerificationRequest{Credential: "kd_live_x"}); err != nil {
			t.Fatal(err)
		}
		first.Store(true)
	}
	if requests.Load() != 2 || connections.Load() != 2 {
		t.Errorf("%d requests came over %d connections", requests.Load(), connections.Load())
	}
}

func TestConnectionsOfManyCallsAtATimeAreUsedAgain(t *testing.T) {
	const many = 20
	var connections atomic.Int32
	// Each answer waits for all requests of its round, so all are open at the same time.
	var round sync.WaitGroup
	service := httptest.NewUnstartedServer(http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) {
		round.Done()
		round.Wait()
		writer.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(writer, `{"valid":false,"code":"NOT_FOUND","checkedAt":"2026-01-15T10:30:00.000Z"}`)
	}))
	service.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	service.Start()
	defer service.Close()
	client, err := keyward.New(keyward.Options{BaseURL: service.URL, MaxRetries: new(0)})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		round.Add(many)
		var calls sync.WaitGroup
		for range many {
			calls.Go(func() {
				if _, err := client.Credentials.Verify(t.Context(), keyward.VerificationRequest{Credential: "kd_live_x"}); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
	}
	// A connection can be given back a moment after its answer. Two idle ones would make it 56.
	if made := connections.Load(); made > 2*many {
		t.Errorf("%d connections were made for %d calls at a time", made, many)
	}
}
