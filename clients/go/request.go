package keyward

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"unicode/utf8"
)

// call is one operation of the contract and the values of this call.
type call struct {
	method string
	// path is as in the contract, with {name} for each of the values.
	path   string
	values []string
	// query is a structure of query parameters, or nil.
	query any
	body  any
	// media is the type of the body.
	media string
	// accept is the type of the answer; empty if it has no body.
	accept string
	// empty says that it may answer 204, without a body, as well.
	empty bool
	// keyed says that the operation honours Idempotency-Key.
	keyed bool
	// dry says that the operation has a dry run.
	dry bool
	// wraps says that the operation answers a secret, which can be wrapped.
	wraps bool
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// target returns the path and the query of a call.
func (call call) target() (string, error) {
	path, values := call.path, call.values
	for _, value := range values {
		// ".." would climb out of the path, and an empty value is another operation.
		if value == "" || value == "." || value == ".." || !utf8.ValidString(value) {
			return "", misuse(placeholder.FindString(path) + " of " + call.path + " must be the ID of a resource")
		}
		at := placeholder.FindStringIndex(path)
		// The braces of a value that was filled in are escaped.
		path = path[:at[0]] + url.PathEscape(value) + path[at[1]:]
	}
	query, err := queryOf(call.query)
	if err != nil || len(query) == 0 {
		return path, err
	}
	return path + "?" + query.Encode(), nil
}

// queryOf returns the query parameters of a structure. Its fields have the names and the forms of JSON.
func queryOf(parameters any) (url.Values, error) {
	text, err := json.Marshal(parameters)
	if err != nil {
		return nil, unwritable(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var fields map[string]any
	if err := decoder.Decode(&fields); err != nil {
		return nil, unwritable(err)
	}
	query := url.Values{}
	for name, value := range fields {
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		for _, one := range list {
			query.Add(name, fmt.Sprint(one))
		}
	}
	return query, nil
}

// payload returns the body of a call as JSON, or nil if it has none.
func (call call) payload() ([]byte, error) {
	text, err := json.Marshal(call.body)
	if err != nil {
		return nil, unwritable(err)
	}
	// A body that may be left out is a pointer.
	if call.media == "" || string(text) == "null" {
		return nil, nil
	}
	return text, nil
}

func unwritable(cause error) *Error {
	fault := misuse("an argument cannot be written as JSON: " + cause.Error())
	fault.cause = cause
	return fault
}

var isPrintable = regexp.MustCompile(`^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$`)

// checkHeader refuses a value that net/http would refuse with an error that shows the value.
func checkHeader(name, value string) error {
	if isPrintable.MatchString(value) {
		return nil
	}
	return misuse(name + " must be printable ASCII")
}

// newKey returns a random UUID (RFC 9562, section 5.4).
func newKey() string {
	var bits [16]byte
	_, _ = rand.Read(bits[:]) // It never fails.
	bits[6], bits[8] = bits[6]&0x0f|0x40, bits[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bits[:4], bits[4:6], bits[6:8], bits[8:10], bits[10:])
}
