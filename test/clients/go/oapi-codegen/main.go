// Creates, verifies and rotates a credential with the code that oapi-codegen makes of the document.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"keyward.example/go/oapi-codegen/keyward"
)

func main() {
	ctx := context.Background()
	key := keyward.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("KEYWARD_API_KEY"))
		return nil
	})
	client, err := keyward.NewClientWithResponses(os.Getenv("KEYWARD_URL"), key)
	check(err)

	identity, err := client.CreateIdentityWithResponse(ctx, nil, keyward.IdentityInput{Name: "deploy-bot", Type: keyward.IdentityTypeCICD})
	check(err)
	created, err := client.CreateCredentialWithResponse(ctx, nil, keyward.CredentialInput{
		IdentityId: identity.JSON201.Id, Name: "deploy key", Scopes: &keyward.Scopes{"secrets.read"},
	})
	check(err)
	rotated, err := client.RotateCredentialWithResponse(ctx, created.JSON201.Id, nil, keyward.Rotation{})
	check(err)
	for _, secret := range []string{created.JSON201.Credential, rotated.JSON200.Credential} {
		verified, err := client.VerifyCredentialWithResponse(ctx, keyward.VerificationRequest{Credential: secret})
		check(err)
		fmt.Println(verified.JSON200.Valid)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
