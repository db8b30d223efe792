package keyward_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"keyward.example/clients/go"
)

// vectors are those of ../vectors.json, which every client library runs. ../vectors.md explains them.
type vectors struct {
	Signatures struct {
		Secret     string
		NowSeconds int64
		Body       string
		Vectors    []signature
	}
	Keys       string
	Answers    map[string]scripted
	Retries    []retry
	Errors     []refusal
	Pages      map[string]map[string]any
	Pagination []walk
}

type signature struct {
	Name, BodyBase64 string
	Body, Secret     *string
	Headers          map[string]string
	ToleranceSeconds *int
	Code             *string
}

// wanted are the facts of an error. A field that is nil is not compared.
type wanted struct {
	Kind, Code        string
	Status            json.RawMessage
	Message           *string
	Details           map[string]any
	RequestID         json.RawMessage
	RetryAfterSeconds json.RawMessage
}

// read reads a file of the repository. The module alone does not have it.
func read(t *testing.T, file string, target any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		t.Skipf("%s is missing: this test needs the repository", file)
	}
	if err == nil {
		err = json.Unmarshal(text, target)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readVectors(t *testing.T) *vectors {
	t.Helper()
	found := new(vectors)
	read(t, "../vectors.json", found)
	return found
}

func TestVerifyWebhookJudgesAsTheVectorsSay(t *testing.T) {
	found := readVectors(t).Signatures
	for _, vector := range found.Vectors {
		t.Run(vector.Name, func(t *testing.T) {
			body, secret := []byte(found.Body), found.Secret
			if vector.Body != nil {
				body = []byte(*vector.Body)
			}
			if vector.BodyBase64 != "" {
				body, _ = base64.StdEncoding.DecodeString(vector.BodyBase64)
			}
			if vector.Secret != nil {
				secret = *vector.Secret
			}
			header := http.Header{}
			for name, value := range vector.Headers {
				header.Set(name, value)
			}
			options := []keyward.WebhookOption{keyward.WithNow(time.Unix(found.NowSeconds, 0))}
			if vector.ToleranceSeconds != nil {
				options = append(options, keyward.WithTolerance(time.Duration(*vector.ToleranceSeconds)*time.Second))
			}
			event, err := keyward.VerifyWebhook(body, header, secret, options...)
			if vector.Code != nil {
				if !keyward.HasCode(err, *vector.Code) {
					t.Fatalf("%v is not %s", err, *vector.Code)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got, sent map[string]any
			if err := event.Decode(&got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(body, &sent); err != nil || !reflect.DeepEqual(got, sent) {
				t.Fatalf("%v is not %v (%v)", got, sent, err)
			}
		})
	}
}

func TestKindOfKnowsTheKeysOfTheVectors(t *testing.T) {
	var keys struct {
		Good []struct {
			Text string
			Kind keyward.SecretKind
		}
		Bad []struct{ Text string }
	}
	read(t, filepath.Join("..", readVectors(t).Keys), &keys)
	if len(keys.Good) == 0 || len(keys.Bad) == 0 {
		t.Fatal("the file has no keys")
	}
	for _, key := range keys.Good {
		if kind, ok := keyward.KindOf(key.Text); !ok || kind != key.Kind || keyward.IsKey(key.Text) != (kind == keyward.APIKey) {
			t.Errorf("%s is a %q (%v), and not a %s", key.Text, kind, ok, key.Kind)
		}
	}
	for _, key := range keys.Bad {
		if kind, ok := keyward.KindOf(key.Text); ok {
			t.Errorf("%s is a %s", key.Text, kind)
		}
	}
}
