// Creates, verifies and rotates a credential with the code that openapi-generator makes of the document.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"keyward.example/go/openapi-generator/keyward"
)

func main() {
	ctx := context.Background()
	settings := keyward.NewConfiguration()
	settings.Servers = keyward.ServerConfigurations{{URL: os.Getenv("KEYWARD_URL")}}
	settings.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("KEYWARD_API_KEY"))
	client := keyward.NewAPIClient(settings)

	identity, _, err := client.IdentitiesAPI.CreateIdentity(ctx).
		IdentityInput(*keyward.NewIdentityInput("deploy-bot", keyward.IDENTITYTYPE_CI_CD)).Execute()
	check(err)
	wanted := keyward.NewCredentialInput(identity.Id, "deploy key")
	wanted.Scopes = []string{"secrets.read"}
	created, _, err := client.CredentialsAPI.CreateCredential(ctx).CredentialInput(*wanted).Execute()
	check(err)
	rotated, _, err := client.CredentialsAPI.RotateCredential(ctx, created.Id).Rotation(*keyward.NewRotation()).Execute()
	check(err)
	for _, secret := range []string{created.Credential, rotated.Credential} {
		verified, _, err := client.CredentialsAPI.VerifyCredential(ctx).
			VerificationRequest(*keyward.NewVerificationRequest(secret)).Execute()
		check(err)
		fmt.Println(verified.Valid)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
