package keyward_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keyward.example/clients/go"
)

// contract is the part of ../../generated/openapi.json that says which operations a client owes.
type contract struct {
	Paths map[string]map[string]any
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// owed returns the method and the path of each operation that client libraries have, with x for each parameter. Pages and the protocols of others are not theirs.
func (contract contract) owed() []string {
	var list []string
	for path, item := range contract.Paths {
		if errors, _ := item["x-errors"].(string); errors != "" && errors != "scim" {
			continue
		}
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			operation, ok := item[method].(map[string]any)
			if _, isTheirs := operation["x-caller"]; ok && !isTheirs {
				list = append(list, strings.ToUpper(method)+" "+parameter.ReplaceAllString(path, "x"))
			}
		}
	}
	return list
}

func TestEveryOperationOfTheContractIsReachable(t *testing.T) {
	var contract contract
	read(t, "../../generated/openapi.json", &contract)
	sent := map[string]bool{}
	service := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		sent[request.Method+" "+request.URL.Path] = true
		if body, _ := io.ReadAll(request.Body); len(body) > 0 && !strings.HasSuffix(request.Header.Get("Content-Type"), "json") {
			t.Errorf("%s has a body without a type", request.URL.Path)
		}
		// A refusal is enough, and says that the request has arrived.
		writer.Header().Set("Content-Type", "application/json")
		writer.WriteHeader(http.StatusTeapot)
		_, _ = writer.Write([]byte(`{"error":"seen","code":"SEEN"}`))
	}))
	defer service.Close()
	client, err := keyward.New(keyward.Options{BaseURL: service.URL})
	if err != nil {
		t.Fatal(err)
	}
	families := reflect.ValueOf(client.Families)
	for at := range families.NumField() {
		for method := range families.Field(at).NumMethod() {
			name := families.Type().Field(at).Name + "." + families.Field(at).Type().Method(method).Name
			if err := callOf(t.Context(), families.Field(at).Method(method)); !keyward.HasCode(err, "SEEN") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	all := slices.Sorted(slices.Values(contract.owed()))
	if seen := slices.Sorted(maps.Keys(sent)); len(all) < 100 || !slices.Equal(seen, all) {
		t.Errorf("the client sends %d operations, and the contract has %d:\n%v\n%v", len(seen), len(all), seen, all)
	}
}

// callOf calls a method with a text for each ID and the zero value of everything else, and returns its error.
func callOf(ctx context.Context, method reflect.Value) error {
	given := []reflect.Value{reflect.ValueOf(ctx)}
	for at := 1; at < method.Type().NumIn()-1; at++ {
		value := reflect.New(method.Type().In(at)).Elem()
		if value.Kind() == reflect.String {
			value.SetString("x")
		}
		given = append(given, value)
	}
	results := method.Call(given)
	last := results[len(results)-1]
	if last.Kind() != reflect.Func {
		err, _ := last.Interface().(error)
		return err
	}
	// An iterator tells its error with the first item.
	var err error
	for _, one := range last.Seq2() {
		err, _ = one.Interface().(error)
	}
	return err
}
