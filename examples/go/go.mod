module example.com/keyward-quickstart

go 1.26.0

require (
	github.com/coreos/go-oidc/v3 v3.21.0
	golang.org/x/oauth2 v0.38.0
	keyward.example/clients/go v0.0.0
)

require github.com/go-jose/go-jose/v4 v4.1.9 // indirect

replace keyward.example/clients/go => ../../clients/go
