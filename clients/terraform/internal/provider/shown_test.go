package provider

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"keyward.example/terraform/internal/service"
	"keyward.example/terraform/internal/table"
)

func TestADataSourceShowsWhatAnotherProviderChanged(t *testing.T) {
	kind := &table.Kind{Name: "thing", ID: "id", Listed: true,
		Create: &table.Call{Method: http.MethodPost, Path: "/things"},
		Read:   &table.Call{Method: http.MethodGet, Path: "/things/{id}"},
		List:   &table.Call{Method: http.MethodGet, Path: "/things"}}
	color := "red"
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		one := fmt.Sprintf(`{"id":"a","color":%q}`, color)
		if request.URL.Path == "/things" {
			one = fmt.Sprintf(`{"data":[%s],"pagination":{"hasMore":false,"totalPages":1}}`, one)
		}
		fmt.Fprint(response, one)
	}))
	t.Cleanup(server.Close)
	reached := service.New(server.URL, "key", "test")
	readings := map[string]*service.Readings{"thing": service.NewReadings(reached, kind)}
	one := &shown{kind: kind, parts: &parts{service: reached, readings: readings}}
	// After some readings, the provider has a list.
	for range 5 {
		if _, err := readings["thing"].Get(context.Background(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	color = "blue"
	if found, err := one.find(context.Background(), "a", ""); err != nil || found["color"] != "blue" {
		t.Error(found, err)
	}
}
