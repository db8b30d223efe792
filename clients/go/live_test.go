package keyward_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"keyward.example/clients/go"
)

// live returns a client of the service that KEYWARD_URL names.
func live(t *testing.T) *keyward.Client {
	t.Helper()
	if os.Getenv("KEYWARD_URL") == "" {
		t.Skip("KEYWARD_URL names no service")
	}
	client, err := keyward.New(keyward.Options{BaseURL: os.Getenv("KEYWARD_URL"), APIKey: os.Getenv("KEYWARD_API_KEY")})
	return must(t, client, err)
}

func must[Result any](t *testing.T, result Result, err error) Result {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestIssuesVerifiesRotatesAndRevokes(t *testing.T) {
	client, ctx := live(t), t.Context()
	identity := aBot(t, client)
	made, err := client.Credentials.Create(ctx, keyward.CredentialInput{IdentityID: identity.ID, Name: "a key", Scopes: []string{"secrets.read"}})
	must(t, made, err)
	verify := func(secret string) *keyward.Verification {
		found, err := client.Credentials.Verify(ctx, keyward.VerificationRequest{Credential: secret})
		return must(t, found, err)
	}
	if found := verify(made.Credential); !found.Valid || found.Identity.Name != identity.Name || found.Code != keyward.VerificationCodeVALID {
		t.Fatalf("%+v", found)
	}
	rotated, err := client.Credentials.Rotate(ctx, made.ID, &keyward.Rotation{GracePeriod: new(60)})
	must(t, rotated, err)
	if found := verify(made.Credential); !found.Valid || !found.GracePeriod {
		t.Fatalf("%+v", found)
	}
	revoked, err := client.Credentials.Revoke(ctx, made.ID, &keyward.Reason{Reason: new("no longer needed")})
	must(t, revoked, err)
	if found := verify(rotated.Credential); found.Valid || found.Code != keyward.VerificationCodeREVOKED || found.Identity != nil {
		t.Fatalf("%+v", found)
	}
}

func TestAnswersACallWithTheSameIdempotencyKeyByTheSameSecret(t *testing.T) {
	client, ctx := live(t), t.Context()
	identity := aBot(t, client)
	create := func(name string) (*keyward.CredentialWithSecret, error) {
		input := keyward.CredentialInput{IdentityID: identity.ID, Name: name}
		return client.Credentials.Create(ctx, input, keyward.WithIdempotencyKey("once-"+identity.ID))
	}
	first, err := create("once")
	must(t, first, err)
	second, err := create("once")
	if must(t, second, err).Credential != first.Credential {
		t.Error("another secret came")
	}
	if _, err := create("twice"); !keyward.HasCode(err, "IDEMPOTENCY_CONFLICT") {
		t.Error(err)
	}
}

func TestWrapsASecretForACallerWithoutAKey(t *testing.T) {
	client, ctx := live(t), t.Context()
	identity := aBot(t, client)
	input := keyward.CredentialInput{IdentityID: identity.ID, Name: "wrapped"}
	made, err := client.Credentials.Create(ctx, input, keyward.WithWrapTTL(time.Minute))
	must(t, made, err)
	receiver, err := keyward.New(keyward.Options{BaseURL: os.Getenv("KEYWARD_URL")})
	must(t, receiver, err)
	unwrapped, err := receiver.Credentials.Unwrap(ctx, keyward.UnwrapRequest{Token: made.Credential})
	if must(t, unwrapped, err); unwrapped.ResourceID != made.ID || !strings.HasSuffix(unwrapped.Secret, made.Last4) {
		t.Errorf("%s is not of %s", unwrapped.ResourceID, made.ID)
	}
}

func TestGoesThroughAllPagesByNumberAndByOffset(t *testing.T) {
	client, ctx := live(t), t.Context()
	identity := aBot(t, client)
	for range 5 {
		_, err := client.Credentials.Create(ctx, keyward.CredentialInput{IdentityID: identity.ID, Name: "a key"})
		must(t, "", err)
	}
	ids := map[string]bool{}
	for credential, err := range client.Credentials.ListAll(ctx, &keyward.ListCredentialsParams{IdentityID: &identity.ID, Limit: new(2)}) {
		ids[must(t, credential, err).ID] = true
	}
	pages := 0
	for page, err := range client.Identities.ListCredentialsPages(ctx, identity.ID, &keyward.ListIdentityCredentialsParams{Limit: new(2)}) {
		pages++
		must(t, page, err)
	}
	if len(ids) != 5 || pages != 3 {
		t.Errorf("%d credentials and %d pages came", len(ids), pages)
	}
}

func TestReadsBackWhatWasWritten(t *testing.T) {
	client, ctx := live(t), t.Context()
	identity := aBot(t, client)
	changed, err := client.Identities.Update(ctx, identity.ID, keyward.IdentityPatch{Description: keyward.Value("one"), Tags: []string{"a"}})
	if must(t, changed, err); *changed.Description != "one" || changed.Tags[0] != "a" || changed.Name != identity.Name {
		t.Fatalf("%+v", changed)
	}
	changed, err = client.Identities.Update(ctx, identity.ID, keyward.IdentityPatch{Description: keyward.Null[string](), Tags: []string{}})
	if must(t, changed, err); changed.Description != nil || len(changed.Tags) != 0 {
		t.Fatalf("%+v", changed)
	}
	if _, err := client.Identities.Get(ctx, "idn_01kahz5v3be4nr7q2m8x9c0d1e"); !keyward.HasCode(err, "IDENTITY_NOT_FOUND") {
		t.Error(err)
	}
}

func aBot(t *testing.T, client *keyward.Client) *keyward.Identity {
	t.Helper()
	identity, err := client.Identities.Create(t.Context(), keyward.IdentityInput{Name: "bot of Go", Type: keyward.IdentityTypeAIAGENT})
	return must(t, identity, err)
}
