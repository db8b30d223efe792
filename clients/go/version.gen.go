// Code generated from openapi/ by `make generate` (scripts/client-go.ts); DO NOT EDIT.

package keyward

// Version is the version of this client, which is that of the contract.
const Version = "0.1.0"
