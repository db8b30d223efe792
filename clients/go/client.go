// Package keyward is the Go client of Keyward. It issues, verifies, rotates and revokes the credentials of machines.
package keyward

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	defaultTimeout = 30 * time.Second
	defaultRetries = 2
)

// Options are the settings of a client. Only BaseURL is required.
type Options struct {
	// BaseURL is where the service answers, such as https://keyward.example.
	BaseURL string
	// APIKey is a key of the API, or for the SCIM operations a token. Only public operations work without one.
	APIKey string
	// Timeout limits one attempt. The default is 30 seconds. The context limits the whole call.
	Timeout time.Duration
	// MaxRetries is the number of attempts after the first; nil means 2. A call is repeated after 429, and after 502, 503, 504 or a
	// broken connection only if it cannot act twice. A DELETE that comes again may answer 404.
	MaxRetries *int
	// UserAgent stands before the name of this client, such as shop/2.1.
	UserAgent string
	// HTTPClient sends the requests. Its cookies, its time limit and its way with redirects are not used.
	HTTPClient *http.Client
}

// Client calls one service with one API key. Goroutines may share it.
type Client struct {
	Families
}

// New returns a client.
//
// It returns an *Error of KindUsage if an option is wrong.
func New(options Options) (*Client, error) {
	base, err := checkedBase(options.BaseURL)
	if err != nil {
		return nil, err
	}
	if !isToken.MatchString(options.APIKey) {
		message := "APIKey must be a key like kd_live_…, without spaces or line ends"
		return nil, &Error{Kind: KindUsage, Code: "INVALID_API_KEY", Message: message}
	}
	agent := strings.TrimSpace(options.UserAgent + " keyward-go/" + Version)
	settings := settings{timeout: defaultTimeout, maxRetries: defaultRetries}
	if options.Timeout != 0 {
		settings.timeout = options.Timeout
	}
	if options.MaxRetries != nil {
		settings.maxRetries = *options.MaxRetries
	}
	if err := settings.check(); err != nil {
		return nil, err
	}
	if err := checkHeader("UserAgent", agent); err != nil {
		return nil, err
	}
	transport := &transport{base: base, key: options.APIKey, agent: agent, defaults: settings, client: clientOf(options.HTTPClient)}
	return &Client{newFamilies(transport)}, nil
}

// isToken also accepts no key. Other characters would make errors that show the header.
var isToken = regexp.MustCompile(`^[\x21-\x7e]*$`)

func checkedBase(given string) (string, error) {
	address, err := url.Parse(given)
	isPlain := err == nil && address.User == nil && address.Host != "" && !strings.ContainsAny(given, "?#")
	if isPlain && (address.Scheme == "http" || address.Scheme == "https") {
		return strings.TrimRight(given, "/"), nil
	}
	message := "BaseURL must be the http(s) address of the service, like https://keyward.example"
	return "", &Error{Kind: KindUsage, Code: "INVALID_BASE_URL", Message: message}
}

// clientOf returns a client that follows no redirect, because the redirect would send the key to another server.
func clientOf(given *http.Client) *http.Client {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if given != nil {
		client.Transport = given.Transport
	}
	// A program may have another transport of its own for all.
	if shared, ok := http.DefaultTransport.(*http.Transport); ok && client.Transport == nil {
		client.Transport = pool.of(shared)
	}
	return client
}

// connections are those of all clients without a transport of their own.
type connections struct {
	once sync.Once
	own  *http.Transport
}

var pool connections

// of returns the transport of the program with more idle connections. net/http keeps two to a server, so an API that verifies more requests
// at a time would connect again and again.
func (connections *connections) of(shared *http.Transport) *http.Transport {
	connections.once.Do(func() {
		connections.own = shared.Clone()
		connections.own.MaxIdleConnsPerHost = connections.own.MaxIdleConns
	})
	return connections.own
}
