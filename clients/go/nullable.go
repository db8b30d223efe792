package keyward

import (
	"bytes"
	"encoding/json"
)

// Nullable is a field that may be left out, be null, or have a value. The zero Nullable leaves the field out.
type Nullable[T any] struct {
	value T
	state nullableState
}

type nullableState uint8

const (
	leftOut nullableState = iota
	isNull
	hasValue
)

// Value returns a field with a value.
func Value[T any](value T) Nullable[T] { return Nullable[T]{value, hasValue} }

// Null returns a field that is null. In a change, it removes what the field had.
func Null[T any]() Nullable[T] { return Nullable[T]{state: isNull} }

// Get returns the value, and whether there is one.
func (field Nullable[T]) Get() (T, bool) { return field.value, field.state == hasValue }

// IsNull returns whether the field is null. A field that was left out is not null.
func (field Nullable[T]) IsNull() bool { return field.state == isNull }

// IsZero returns whether the field is left out.
func (field Nullable[T]) IsZero() bool { return field.state == leftOut }

// MarshalJSON writes the value or null.
func (field Nullable[T]) MarshalJSON() ([]byte, error) {
	if field.state != hasValue {
		return []byte("null"), nil
	}
	return json.Marshal(field.value)
}

// UnmarshalJSON reads a value or null.
func (field *Nullable[T]) UnmarshalJSON(text []byte) error {
	*field = Null[T]()
	if bytes.Equal(bytes.TrimSpace(text), []byte("null")) {
		return nil
	}
	if err := json.Unmarshal(text, &field.value); err != nil {
		return err
	}
	field.state = hasValue
	return nil
}
