package keyward

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
)

const (
	firstDelay     = 250 * time.Millisecond
	longestBackoff = 8 * time.Second
	// If a service asks for more, the caller gets the error with RetryAfter at once.
	longestAsked = time.Minute
)

var (
	idempotentMethods = []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS"}
	// The statuses with which a proxy or the service says that it cannot answer now.
	passing = []int{502, 503, 504}
)

// mayRepeat returns whether a call may be repeated. A request over the rate limit was not executed, so any call may be. After other
// failures, the service may have acted.
func mayRepeat(fault *Error, call call) bool {
	if fault.Status == http.StatusTooManyRequests {
		return true
	}
	if !call.keyed && !slices.Contains(idempotentMethods, call.method) {
		return false
	}
	return fault.Kind == KindConnection || slices.Contains(passing, fault.Status)
}

var isSeconds = regexp.MustCompile(`^\d+$`)

// askedDelay returns how long the service asks to wait: Retry-After in both its forms, or else when the rate window ends.
func askedDelay(got *answer) time.Duration {
	after := got.header.Get("Retry-After")
	if isSeconds.MatchString(after) {
		seconds, err := strconv.ParseInt(after, 10, 64)
		if err != nil || seconds > int64(math.MaxInt64/time.Second) {
			return math.MaxInt64
		}
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(0, time.Until(at))
	}
	if got.status != http.StatusTooManyRequests {
		return 0
	}
	reset, err := strconv.ParseInt(got.header.Get("X-RateLimit-Reset"), 10, 64)
	if err != nil || reset < 0 {
		return 0
	}
	return max(0, time.Until(time.Unix(reset, 0)))
}

// delayBeforeRetry returns how long to wait before the next attempt, and whether waiting makes sense.
func delayBeforeRetry(fault *Error, attempt int) (time.Duration, bool) {
	if fault.RetryAfter > longestAsked {
		return 0, false
	}
	// Full jitter, so that callers that were refused together do not come back together. More doublings would overflow.
	longest := min(longestBackoff, firstDelay<<min(attempt, 10))
	return fault.RetryAfter + rand.N(longest), true
}

// sleep returns the error of the context if the context ends first.
func sleep(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
