package keyward_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
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
