// Package table says what the provider knows of the contract: kinds of objects, their operations and their attributes.
package table

import (
	"encoding/json"
	"slices"
)

// Shape is the form of a value.
type Shape int

const (
	// String is a text.
	String Shape = iota + 1
	// Integer is a whole number.
	Integer
	// Number is any number.
	Number
	// Bool is true or false.
	Bool
	// JSON is a text with a JSON value in it, because the contract allows any.
	JSON
	// Set has values in no order, each of them once.
	Set
	// List has values in an order.
	List
	// Map has values by names that the configuration chooses.
	Map
	// Object has the attributes in Of.
	Object
)

// Giver says who gives a value.
type Giver int

const (
	// Required values come from the configuration.
	Required Giver = iota + 1
	// Optional values come from the configuration, or are absent.
	Optional
	// Computed values come from the service.
	Computed
	// OptionalComputed values come from the service if the configuration has none.
	OptionalComputed
)

// Attribute is a field of an object.
type Attribute struct {
	// Name is the name in configurations, and Wire the one in requests and answers.
	Name, Wire string
	Shape      Shape
	// Element is what a set, a list or a map holds. Its objects have the attributes in Of.
	Element Shape
	Of      []Attribute
	Giver   Giver
	// Creates says that the request that makes an object takes it, and Changes that a later one does.
	Creates, Changes bool
	// WriteOnly values are secrets of the configuration. No state and no plan has them.
	WriteOnly bool
	// Unanswered values are in no answer, so that the state keeps those of the configuration.
	Unanswered bool
	// Act values say how a change is made. The object does not keep them.
	Act bool
	// Moment is a text that names a moment. Several texts name the same.
	Moment bool
	// Default is the JSON of the value that the service takes if the configuration has none.
	Default string
	// Absent is the JSON that a change sends if the configuration has the value no longer. The empty text is null.
	Absent string
	Rule   Rule
	About  string
}

// Rule bounds a value. Choices, Pattern and Message of a collection are those of its values.
type Rule struct {
	Choices          []string
	Pattern, Message string
	Least, Most      *int64
}

// Call is an operation.
type Call struct {
	Method, Path string
	// Keyed says that the operation takes an Idempotency-Key.
	Keyed bool
	// Searches says that a list takes words to search for.
	Searches bool
	// Body says that the operation needs a body.
	Body bool
	// Whole says that a change sends all fields. Others send those that change.
	Whole bool
	// Secret is the field of the answer that holds a secret.
	Secret string
}

// Kind is a kind of objects.
type Kind struct {
	Name, About string
	// ID is the field of an answer that holds the ID, and IDPattern what an ID looks like.
	ID, IDPattern string
	// Parts are the fields that the path takes in place of an ID. An ID has them with a slash between them.
	Parts []string
	// Secret is the attribute that holds the secret that the service makes, in the ephemeral resource.
	Secret string
	// Ended are the values of `status` of objects that have ended. The list still has them.
	Ended []string
	// Listed says that an item of the list has all that the resource has.
	Listed                                     bool
	Create, Read, List, Update, Delete, Rotate *Call
	// Attributes are those of the resource, and Shown those of the data source.
	Attributes, Shown []Attribute
}

// Passing is a kind of credentials that end with the run that makes them.
type Passing struct {
	// ID is the field of an answer that holds the ID.
	Name, About, ID string
	// Open makes a credential, and its Secret is the secret. Close ends it.
	Open, Close *Call
	// Given are the attributes of the configuration, and Shown those that the service adds.
	Given, Shown []Attribute
}

// HasEnded says that an object of the list is one no longer.
func (kind *Kind) HasEnded(one map[string]any) bool {
	status, _ := one["status"].(string)
	return slices.Contains(kind.Ended, status)
}

// IsSettings says that a tenant always has one of them, which is never made and never ended.
func (kind *Kind) IsSettings() bool { return kind.Create == nil && len(kind.Parts) == 0 }

// HasName says that objects are found by their names.
func (kind *Kind) HasName() bool {
	if kind.List == nil {
		return false
	}
	for _, one := range kind.Shown {
		if one.Wire == "name" {
			return true
		}
	}
	return false
}

// DefaultValue returns the default, and whether there is one.
func (attribute Attribute) DefaultValue() (any, bool) {
	if attribute.Default == "" {
		return nil, false
	}
	return parsed(attribute.Default), true
}

// AbsentValue returns what a change sends if the configuration has no value.
func (attribute Attribute) AbsentValue() any {
	if attribute.Absent == "" {
		return nil
	}
	return parsed(attribute.Absent)
}

func parsed(text string) any {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		panic(err)
	}
	return value
}

func bound(value int64) *int64 { return &value }
