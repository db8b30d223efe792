package keyward_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"testing"
	"time"

	"keyward.example/clients/go"
)

func TestAnEventStaysWhatWasSigned(t *testing.T) {
	body, stamp := []byte(`{"id":"evt_1"}`), fmt.Sprint(time.Now().Unix())
	code := hmac.New(sha256.New, []byte("whsec_x"))
	code.Write([]byte(stamp + "." + string(body)))
	header := http.Header{"X-Service-Timestamp": {stamp}, "X-Service-Signature": {hex.EncodeToString(code.Sum(nil))}}
	event, err := keyward.VerifyWebhook(body, header, "whsec_x")
	if err != nil {
		t.Fatal(err)
	}
	// A caller with a pool of buffers uses its bytes again.
	copy(body, `{"id":"evt_2"}`)
	var decoded struct{ ID string }
	if err := event.Decode(&decoded); err != nil || decoded.ID != "evt_1" {
		t.Error(decoded, err)
	}
}
