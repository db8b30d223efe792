package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"keyward.example/terraform/internal/table"
)

const (
	pageSize = 100
	// A search by name ends after so many pages.
	mostPages = 1000
	// From so many readings of a kind on, its list is read instead, if the list has no more pages than there were readings. A plan of
	// many objects would spend the rate limit of the key.
	fewReadings = 3
	// A list answers readings for so long.
	snapshotAge = 10 * time.Second
	// A list of more pages takes too long to answer readings for snapshotAge.
	fewPages = 20
)

// Named returns the objects with a name.
func (service *Service) Named(ctx context.Context, kind *table.Kind, name string) ([]map[string]any, error) {
	query := url.Values{}
	if kind.List.Searches && len(name) > 1 {
		query.Set("search", name)
	}
	var found []map[string]any
	err := service.walk(ctx, kind, query, mostPages, func(one map[string]any) {
		if one["name"] == name {
			found = append(found, one)
		}
	})
	return found, err
}

// walk reads the pages of a list, at most as many as given, without the objects that have ended. It returns tooMany without a visit if the first answer says that there are more.
func (service *Service) walk(ctx context.Context, kind *table.Kind, query url.Values, most int, visit func(map[string]any)) error {
	query.Set("limit", strconv.Itoa(pageSize))
	for page := 1; ; page++ {
		query.Set("page", strconv.Itoa(page))
		answer, err := service.Do(ctx, Request{Call: kind.List, Query: query})
		if err != nil {
			return err
		}
		pagination, _ := answer["pagination"].(map[string]any)
		if total, ok := pagination["totalPages"].(json.Number); ok {
			if pages, err := total.Int64(); err == nil && pages > int64(most) {
				return tooMany(pages)
			}
		}
		items, _ := answer["data"].([]any)
		for _, item := range items {
			if one, ok := item.(map[string]any); ok && !kind.HasEnded(one) {
				visit(one)
			}
		}
		if pagination["hasMore"] != true || page == most {
			return nil
		}
	}
}

// tooMany is the count of pages of a list that is too long to read.
type tooMany int

func (pages tooMany) Error() string {
	return fmt.Sprintf("the list has %d pages, which are too many", int(pages))
}

// Readings reads objects of one kind: each by itself, or many by their list.
type Readings struct {
	service *Service
	kind    *table.Kind

	mutex sync.Mutex
	// recent are the times of the newest readings.
	recent []time.Time
	// pages are those of the list, as far as an answer has said.
	pages int
	// objects are those of the list, by ID, as they were at a time.
	objects map[string]map[string]any
	at      time.Time
}

// NewReadings returns readings of a kind.
func NewReadings(service *Service, kind *table.Kind) *Readings {
	return &Readings{service: service, kind: kind}
}

// Changed forgets what was read before a change.
func (readings *Readings) Changed() {
	readings.mutex.Lock()
	defer readings.mutex.Unlock()
	readings.objects = nil
}

// Get returns an object. @return a Refusal with the status 404 if there is none
func (readings *Readings) Get(ctx context.Context, id string) (map[string]any, error) {
	if found, ok := readings.fromList(ctx)[id]; ok {
		return found, nil
	}
	return readings.Now(ctx, id)
}

// Now returns an object as it is, and not as a list had it. Another process may have changed it. @return a Refusal with the status 404 if there is none
func (readings *Readings) Now(ctx context.Context, id string) (map[string]any, error) {
	if readings.kind.Read == nil {
		return readings.search(ctx, id)
	}
	return readings.service.Do(ctx, Request{Call: readings.kind.Read, ID: id})
}

func (readings *Readings) search(ctx context.Context, id string) (map[string]any, error) {
	var found map[string]any
	err := readings.service.walk(ctx, readings.kind, url.Values{}, mostPages, func(one map[string]any) {
		if one[readings.kind.ID] == id {
			found = one
		}
	})
	if err == nil && found == nil {
		return nil, &Refusal{Status: 404, Code: "NOT_FOUND", Message: "No such object"}
	}
	return found, err
}

// fromList returns the objects of the list, or nil if readings are too few, or too few for their list.
func (readings *Readings) fromList(ctx context.Context) map[string]map[string]any {
	readings.mutex.Lock()
	defer readings.mutex.Unlock()
	if !readings.kind.Listed || readings.kind.List == nil {
		return nil
	}
	now := time.Now()
	isOld := func(at time.Time) bool { return now.Sub(at) > snapshotAge }
	readings.recent = append(slices.DeleteFunc(readings.recent, isOld), now)
	if len(readings.recent) > fewPages {
		readings.recent = readings.recent[1:]
	}
	if readings.objects != nil && now.Sub(readings.at) < snapshotAge {
		return readings.objects
	}
	readings.objects = nil
	if len(readings.recent) < max(fewReadings, readings.pages) {
		return nil
	}
	// Readings that come meanwhile wait for the list at the mutex.
	objects := map[string]map[string]any{}
	err := readings.service.walk(ctx, readings.kind, url.Values{}, len(readings.recent), func(one map[string]any) {
		if id, ok := one[readings.kind.ID].(string); ok {
			objects[id] = one
		}
	})
	var pages tooMany
	switch {
	case errors.As(err, &pages):
		readings.pages = int(pages)
		return nil
	case err != nil:
		readings.recent = nil
		return nil
	}
	readings.objects, readings.at = objects, now
	return objects
}
