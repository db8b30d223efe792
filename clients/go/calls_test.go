package keyward_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"keyward.example/clients/go"
)

// settings are the options of a client, or of a call, in a vector.
type settings struct {
	IdempotencyKey string
	TimeoutMs      int
	MaxRetries     *int
}

type retry struct {
	Name, Operation string
	Options         settings
	Answers         []scripted
	Requests        int
	Waits           [][2]int
	IdempotencyKey  *string
	Error           *wanted
}

type refusal struct {
	Name, Operation string
	Options         settings
	Answer          scripted
	Error           wanted
}

type walk struct {
	Name, Operation string
	Query           json.RawMessage
	Answers         []scripted
	Queries         []map[string]string
	IDs             []string
	Take            int
	Error           *wanted
}

// operations make the calls that the vectors name.
var operations = map[string]func(context.Context, *keyward.Client, ...keyward.CallOption) error{
	"getIdentity": func(ctx context.Context, client *keyward.Client, options ...keyward.CallOption) error {
		_, err := client.Identities.Get(ctx, "idn_1", options...)
		return err
	},
	"deleteIdentity": func(ctx context.Context, client *keyward.Client, options ...keyward.CallOption) error {
		_, err := client.Identities.Delete(ctx, "idn_1", options...)
		return err
	},
	"createIdentity": func(ctx context.Context, client *keyward.Client, options ...keyward.CallOption) error {
		_, err := client.Identities.Create(ctx, keyward.IdentityInput{Name: "deploy-bot", Type: keyward.IdentityTypeCICD}, options...)
		return err
	},
	"updateIdentity": func(ctx context.Context, client *keyward.Client, options ...keyward.CallOption) error {
		_, err := client.Identities.Update(ctx, "idn_1", keyward.IdentityPatch{Name: new("new")}, options...)
		return err
	},
	"verifyCredential": func(ctx context.Context, client *keyward.Client, options ...keyward.CallOption) error {
		_, err := client.Credentials.Verify(ctx, keyward.VerificationRequest{Credential: "kd_live_x"}, options...)
		return err
	},
	"getScimUser": func(ctx context.Context, client *keyward.Client, options ...keyward.CallOption) error {
		_, err := client.ScimUsers.Get(ctx, "org_1", "usr_1", nil, options...)
		return err
	},
	"getReadiness": func(ctx context.Context, client *keyward.Client, options ...keyward.CallOption) error {
		_, err := client.Service.GetReadiness(ctx, options...)
		return err
	},
}

// called makes the call of a vector, in a time of its own, and returns what the server saw.
func called(t *testing.T, operation string, given settings, answers []scripted) (error, []received) {
	found := readVectors(t)
	var err error
	var seen []received
	synctest.Test(t, func(t *testing.T) {
		server := newServer(t, found, answers)
		options := keyward.Options{MaxRetries: given.MaxRetries, Timeout: time.Duration(given.TimeoutMs) * time.Millisecond}
		var ofCall []keyward.CallOption
		if given.IdempotencyKey != "" {
			ofCall = append(ofCall, keyward.WithIdempotencyKey(given.IdempotencyKey))
		}
		err = operations[operation](t.Context(), server.client(t, options), ofCall...)
		seen = server.seen()
	})
	return err, seen
}

func TestCallsAreRepeatedAsTheVectorsSay(t *testing.T) {
	for _, vector := range readVectors(t).Retries {
		t.Run(vector.Name, func(t *testing.T) {
			err, seen := called(t, vector.Operation, vector.Options, vector.Answers)
			compare(t, err, vector.Error)
			if len(seen) != vector.Requests {
				t.Fatalf("%d requests came, and not %d", len(seen), vector.Requests)
			}
			for at, bounds := range vector.Waits {
				// Nothing takes time here but waiting.
				wait := seen[at+1].at.Sub(seen[at].at).Milliseconds()
				if wait < int64(bounds[0]) || wait > int64(bounds[1]) {
					t.Errorf("the wait before request %d was %d ms, and not in %v", at+2, wait, bounds)
				}
			}
			keys := map[string]bool{}
			for _, request := range seen {
				keys[request.header.Get("Idempotency-Key")] = true
			}
			if len(keys) != 1 || !isKey(seen[0].header.Get("Idempotency-Key"), vector.IdempotencyKey) {
				t.Errorf("the keys %v are not %v", keys, vector.IdempotencyKey)
			}
		})
	}
}

var isRandomKey = regexp.MustCompile(`^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$`)

func isKey(key string, wanted *string) bool {
	switch {
	case wanted == nil:
		return key == ""
	case *wanted == "one":
		return isRandomKey.MatchString(key)
	default:
		return key == *wanted
	}
}

func TestErrorsAreThoseOfTheVectors(t *testing.T) {
	for _, vector := range readVectors(t).Errors {
		t.Run(vector.Name, func(t *testing.T) {
			given := vector.Options
			given.MaxRetries = new(0)
			err, _ := called(t, vector.Operation, given, []scripted{vector.Answer})
			compare(t, err, &vector.Error)
		})
	}
}

var kindNames = map[keyward.Kind]string{keyward.KindAPI: "api", keyward.KindAnswer: "answer", keyward.KindConnection: "connection"}

// compare compares an error with that of a vector.
func compare(t *testing.T, err error, wanted *wanted) {
	t.Helper()
	if wanted == nil {
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	fault, ok := errors.AsType[*keyward.Error](err)
	if !ok {
		t.Fatalf("%v is not a *keyward.Error", err)
	}
	status, requestID := "null", "null"
	if fault.Status != 0 {
		status = fmt.Sprint(fault.Status)
	}
	if fault.RequestID != "" {
		requestID = fmt.Sprintf("%q", fault.RequestID)
	}
	same := kindNames[fault.Kind] == wanted.Kind && fault.Code == wanted.Code &&
		(wanted.Status == nil || status == string(wanted.Status)) &&
		(wanted.RequestID == nil || requestID == string(wanted.RequestID)) &&
		(wanted.Message == nil || fault.Message == *wanted.Message) &&
		(wanted.Details == nil || len(fault.Details) == 0 && len(wanted.Details) == 0 || reflect.DeepEqual(fault.Details, wanted.Details))
	if !same || !isWithin(fault.RetryAfter, wanted.RetryAfterSeconds) {
		t.Fatalf("%+v is not %+v", *fault, *wanted)
	}
}

// isWithin compares a wait with its bounds in seconds. A Duration ends at 292 years.
func isWithin(wait time.Duration, text json.RawMessage) bool {
	var bounds []float64
	if text == nil {
		return true
	}
	if json.Unmarshal(text, &bounds) != nil || bounds == nil {
		return wait == 0
	}
	longest := time.Duration(math.MaxInt64).Seconds()
	return wait.Seconds() >= min(bounds[0], longest) && wait.Seconds() <= bounds[1]
}

func TestPagesAreWalkedAsTheVectorsSay(t *testing.T) {
	found := readVectors(t)
	for _, vector := range found.Pagination {
		t.Run(vector.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := newServer(t, found, vector.Answers)
				server.operation = vector.Operation
				ids, err := walked(t, server.client(t, keyward.Options{}), vector)
				compare(t, err, vector.Error)
				if !slices.Equal(ids, vector.IDs) {
					t.Errorf("the items are %v, and not %v", ids, vector.IDs)
				}
				queries := []map[string]string{}
				for _, request := range server.seen() {
					queries = append(queries, request.query)
				}
				if !reflect.DeepEqual(queries, vector.Queries) {
					t.Errorf("the queries are %v, and not %v", queries, vector.Queries)
				}
			})
		})
	}
}

// walked returns the IDs of the items, until there are as many as the vector takes.
func walked(t *testing.T, client *keyward.Client, vector walk) ([]string, error) {
	ids := []string{}
	take := func(id string, err error) (bool, error) {
		if err != nil {
			return false, err
		}
		ids = append(ids, id)
		return len(ids) != vector.Take, nil
	}
	if vector.Operation == "listIdentities" {
		for item, err := range client.Identities.ListAll(t.Context(), queryOf[keyward.ListIdentitiesParams](t, vector.Query)) {
			if goesOn, err := take(item.ID, err); !goesOn {
				return ids, err
			}
		}
		return ids, nil
	}
	for item, err := range client.Credentials.ListAll(t.Context(), queryOf[keyward.ListCredentialsParams](t, vector.Query)) {
		if goesOn, err := take(item.ID, err); !goesOn {
			return ids, err
		}
	}
	return ids, nil
}

func queryOf[Query any](t *testing.T, text json.RawMessage) *Query {
	if text == nil {
		return nil
	}
	query := new(Query)
	if err := json.Unmarshal(text, query); err != nil {
		t.Fatal(err)
	}
	return query
}

// received is a request as the server saw it.
type received struct {
	at     time.Time
	header http.Header
	query  map[string]string
}
