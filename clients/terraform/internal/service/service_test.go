package service

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"keyward.example/terraform/internal/table"
)

var create = &table.Call{Method: http.MethodPost, Path: "/api/v1/things", Keyed: true, Body: true}

// reached returns a service that answers by a function, and the pauses between attempts.
func reached(t *testing.T, answer http.HandlerFunc) (*Service, *[]time.Duration) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	pauses := &[]time.Duration{}
	one := New(server.URL, "key", "test")
	one.Pause = func(_ context.Context, wait time.Duration) error {
		*pauses = append(*pauses, wait)
		return nil
	}
	return one, pauses
}

func TestARequestIsRepeatedWithItsKeyAfterTheTimeThatTheServiceNames(t *testing.T) {
	var keys []string
	one, pauses := reached(t, func(response http.ResponseWriter, request *http.Request) {
		keys = append(keys, request.Header.Get("Idempotency-Key"))
		if len(keys) == 1 {
			response.Header().Set("Retry-After", "7")
			response.WriteHeader(http.StatusTooManyRequests)
			return
		}
		response.WriteHeader(http.StatusCreated)
		fmt.Fprint(response, `{"id":"one"}`)
	})
	answer, err := one.Do(context.Background(), Request{Call: create})
	if err != nil || answer["id"] != "one" {
		t.Fatal(answer, err)
	}
	if len(keys) != 2 || keys[0] == "" || keys[0] != keys[1] {
		t.Errorf("keys: %v", keys)
	}
	if len(*pauses) != 1 || (*pauses)[0] < 7*time.Second || (*pauses)[0] > 8*time.Second {
		t.Errorf("pauses: %v", *pauses)
	}
}

func TestARequestThatMightMakeASecondObjectIsNotRepeated(t *testing.T) {
	count := 0
	one, _ := reached(t, func(response http.ResponseWriter, _ *http.Request) {
		count++
		response.WriteHeader(http.StatusBadGateway)
	})
	if _, err := one.Do(context.Background(), Request{Call: &table.Call{Method: http.MethodPost, Path: "/"}}); err == nil || count != 1 {
		t.Error(count, err)
	}
}

func TestARefusalHasTheSentenceAndTheRequest(t *testing.T) {
	one, _ := reached(t, func(response http.ResponseWriter, _ *http.Request) {
		response.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(response, `{"error":"It is not valid.","code":"VALIDATION_ERROR","details":{"name":"is too short"},"requestId":"req_1"}`)
	})
	_, err := one.Do(context.Background(), Request{Call: create})
	if err == nil || err.Error() != "It is not valid. (400 VALIDATION_ERROR, request req_1)" {
		t.Error(err)
	}
}

func TestTheKeyFollowsNoRedirect(t *testing.T) {
	var asked []string
	one, _ := reached(t, func(response http.ResponseWriter, request *http.Request) {
		asked = append(asked, request.URL.Path)
		http.Redirect(response, request, "/elsewhere", http.StatusFound)
	})
	if _, err := one.Do(context.Background(), Request{Call: create}); err == nil || len(asked) != 1 {
		t.Error(asked, err)
	}
}

func TestManyReadingsBecomeOneList(t *testing.T) {
	kind := &table.Kind{Name: "thing", ID: "id", Listed: true,
		Read: &table.Call{Method: http.MethodGet, Path: "/things/{id}"},
		List: &table.Call{Method: http.MethodGet, Path: "/things"}}
	counts := map[string]int{}
	one, _ := reached(t, func(response http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/things" {
			counts["list"]++
			fmt.Fprint(response, `{"data":[{"id":"a","from":"list"}],"pagination":{"hasMore":false,"totalPages":1}}`)
			return
		}
		counts["read"]++
		fmt.Fprint(response, `{"id":"a","from":"reading"}`)
	})
	readings := NewReadings(one, kind)
	for range 50 {
		if _, err := readings.Get(context.Background(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	if counts["read"] != fewReadings-1 || counts["list"] != 1 {
		t.Error(counts)
	}
	readings.Changed()
	if _, err := readings.Get(context.Background(), "a"); err != nil || counts["list"] != 2 {
		t.Error(counts, err)
	}
}

func TestAListOfManyPagesIsReadAfterAsManyReadings(t *testing.T) {
	kind := &table.Kind{Name: "thing", ID: "id", Listed: true,
		Read: &table.Call{Method: http.MethodGet, Path: "/things/{id}"},
		List: &table.Call{Method: http.MethodGet, Path: "/things"}}
	for _, one := range []struct{ pages, reads, lists int }{
		{pages: 5, reads: 4, lists: 1 + 5},
		{pages: fewPages, reads: fewPages - 1, lists: 1 + fewPages},
		{pages: fewPages + 1, reads: 50, lists: 1},
	} {
		reads, lists := 0, 0
		reached, _ := reached(t, func(response http.ResponseWriter, request *http.Request) {
			if request.URL.Path != "/things" {
				reads++
				fmt.Fprint(response, `{"id":"a"}`)
				return
			}
			lists++
			fmt.Fprintf(response, `{"data":[{"id":"a"}],"pagination":{"hasMore":%v,"totalPages":%d}}`, lists <= one.pages, one.pages)
		})
		readings := NewReadings(reached, kind)
		for range 50 {
			if _, err := readings.Get(context.Background(), "a"); err != nil {
				t.Fatal(err)
			}
		}
		if reads != one.reads || lists != one.lists {
			t.Errorf("%d pages: %d readings and %d of the list", one.pages, reads, lists)
		}
	}
}

func TestAnObjectOfTheListThatHasEndedIsMissing(t *testing.T) {
	kind := &table.Kind{Name: "token", ID: "id", Listed: true, Ended: []string{"REVOKED"}, List: &table.Call{Method: http.MethodGet, Path: "/tokens"}}
	one, _ := reached(t, func(response http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(response, `{"data":[{"id":"a","name":"it","status":"REVOKED"},{"id":"b","name":"it","status":"ACTIVE"}],"pagination":{"hasMore":false}}`)
	})
	readings := NewReadings(one, kind)
	if _, err := readings.Get(context.Background(), "a"); !IsMissing(err) {
		t.Error(err)
	}
	if found, err := readings.Get(context.Background(), "b"); err != nil || found["id"] != "b" {
		t.Error(found, err)
	}
	if named, err := one.Named(context.Background(), kind, "it"); err != nil || len(named) != 1 {
		t.Error(named, err)
	}
}

func TestAnIDWithPartsFillsThePlacesOfThePath(t *testing.T) {
	if path := pathOf("/mails/{kind}/{language}", "INVITATION/e n"); path != "/mails/INVITATION/e%20n" {
		t.Error(path)
	}
	if path := pathOf("/things/{id}", "a/b"); path != "/things/a%2Fb" {
		t.Error(path)
	}
}
