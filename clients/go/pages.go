package keyward

import (
	"context"
	"encoding/json"
	"iter"
)

// place is what a page says about itself. Style is page or offset.
type place struct {
	Data       []json.RawMessage `json:"data"`
	Pagination struct {
		HasMore bool `json:"hasMore"`
		Page    *int `json:"page"`
		Offset  *int `json:"offset"`
	} `json:"pagination"`
}

// pages yields every page from the one that the query names. Items that are created or removed meanwhile can move others from page to
// page. One item can then be seen twice or not at all. An error ends the pages.
func pages[Page any](ctx context.Context, transport *transport, style string, call call, options []CallOption) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		query, at, err := firstPage(style, call)
		for err == nil {
			query[style] = at
			call.query = query
			var page *Page
			var found *place
			page, found, err = onePage[Page](ctx, transport, style, call, options)
			if err != nil {
				break
			}
			// A page without items cannot have a next one, and going on would never end.
			if !yield(page, nil) || !found.Pagination.HasMore || len(found.Data) == 0 {
				return
			}
			if style == "page" {
				at++
			} else {
				at += len(found.Data)
			}
		}
		yield(nil, err)
	}
}

// firstPage returns the fields of the query, and where it begins.
func firstPage(style string, call call) (map[string]any, int, error) {
	values, err := queryOf(call.query)
	if err != nil {
		return nil, 0, err
	}
	query := map[string]any{}
	for name, list := range values {
		query[name] = list
	}
	at := 0
	if style == "page" {
		at = 1
	}
	if given := values.Get(style); given != "" {
		err = json.Unmarshal([]byte(given), &at)
	}
	return query, at, err
}

func onePage[Page any](ctx context.Context, transport *transport, style string, call call, options []CallOption) (*Page, *place, error) {
	got, err := transport.do(ctx, call, options)
	if err != nil {
		return nil, nil, err
	}
	found, err := decode[place](got)
	if err != nil {
		return nil, nil, err
	}
	stands := found.Pagination.Page
	if style == "offset" {
		stands = found.Pagination.Offset
	}
	fields, _ := call.query.(map[string]any)
	// A page that stands elsewhere would come again and again.
	if found.Data == nil || stands != nil && *stands != fields[style] {
		return nil, nil, unexpected(got, "it is not the page that was asked for")
	}
	page, err := decode[Page](got)
	return page, found, err
}

// items yields the items of all pages.
func items[Page, Item any](pages iter.Seq2[*Page, error], itemsOf func(*Page) []Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for page, err := range pages {
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range itemsOf(page) {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}
