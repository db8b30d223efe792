// Signs users in with OpenID Connect, and protects an API with access tokens and Keyward keys.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"keyward.example/clients/go"
	"keyward.example/clients/go/middleware"
)

// session is of one browser: first of a sign-in that has begun, then of a user who is signed in.
type session struct {
	state, nonce, verifier, idToken string
	Name                            string // a claim of the ID token
	api                             *http.Client
}

var (
	port     = cmp.Or(os.Getenv("PORT"), "4000")
	home     = "http://localhost:" + port + "/"
	audience = os.Getenv("AUDIENCE")
	provider *oidc.Provider
	client   oauth2.Config
	metadata map[string]any
	sessions sync.Map // By the value of a cookie. In your application, use a table whose rows expire.
)

func main() {
	var err error
	if provider, err = oidc.NewProvider(context.Background(), os.Getenv("ISSUER")); err != nil {
		log.Fatal(err)
	}
	_ = provider.Claims(&metadata)
	client = oauth2.Config{
		ClientID: os.Getenv("CLIENT_ID"), ClientSecret: os.Getenv("CLIENT_SECRET"), Endpoint: provider.Endpoint(),
		RedirectURL: home + "callback", Scopes: []string{"openid", "profile", "email", "invoices.read"},
	}
	http.HandleFunc("GET /{$}", showHome)
	http.HandleFunc("GET /sign-in", signIn)
	http.HandleFunc("GET /callback", callback)
	http.HandleFunc("POST /sign-out", signOut)
	http.Handle("GET /api/invoices", invoices())
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}

func showHome(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(w, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Quickstart</title><h1>Quickstart</h1>`)
	user := sessionOf(r)
	if user.api == nil {
		fmt.Fprint(w, `<p>You are not signed in.</p><a href="/sign-in">Sign in</a>`)
		return
	}
	// The page calls the API as any other application does: with the access token of its user.
	answer := []byte("The API did not answer.")
	if response, err := user.api.Get(audience + "/invoices"); err == nil {
		defer response.Body.Close()
		answer, _ = io.ReadAll(response.Body)
	}
	fmt.Fprintf(w, `<p>Hello, %s.</p><pre>%s</pre><form method="post" action="/sign-out"><button>Sign out</button></form>`,
		html.EscapeString(cmp.Or(user.Name, "user without a name")), html.EscapeString(string(answer)))
}

func signIn(w http.ResponseWriter, r *http.Request) {
	begun := session{state: rand.Text(), nonce: rand.Text(), verifier: oauth2.GenerateVerifier()}
	// PKCE, and an access token for the API (RFC 8707).
	to := client.AuthCodeURL(begun.state, oidc.Nonce(begun.nonce), oauth2.S256ChallengeOption(begun.verifier),
		oauth2.SetAuthURLParam("resource", audience))
	goOn(w, r, begun, to)
}

func callback(w http.ResponseWriter, r *http.Request) {
	begun := sessionOf(r)
	if begun.state == "" || r.FormValue("state") != begun.state {
		http.Error(w, "This browser did not begin the sign-in.", http.StatusBadRequest)
		return
	}
	token, err := client.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(begun.verifier))
	if err != nil {
		http.Error(w, "The sign-in failed. "+r.FormValue("error"), http.StatusBadRequest)
		return
	}
	// This HTTP client sends the access token, and refreshes it.
	user := session{api: oauth2.NewClient(context.Background(), client.TokenSource(context.Background(), token))}
	user.idToken, _ = token.Extra("id_token").(string)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: client.ClientID}).Verify(r.Context(), user.idToken)
	if err != nil || idToken.Nonce != begun.nonce || idToken.Claims(&user) != nil {
		http.Error(w, "The ID token is not valid.", http.StatusBadRequest)
		return
	}
	goOn(w, r, user, home)
}

func signOut(w http.ResponseWriter, r *http.Request) {
	query := url.Values{"id_token_hint": {sessionOf(r).idToken}, "post_logout_redirect_uri": {home}}
	goOn(w, r, session{}, fmt.Sprintf("%s?%s", metadata["end_session_endpoint"], query.Encode()))
}

// invoices is the API. It lets callers pass whose key or access token has the scope.
func invoices() http.Handler {
	service, err := keyward.New(keyward.Options{BaseURL: os.Getenv("KEYWARD_URL"), APIKey: os.Getenv("KEYWARD_API_KEY")})
	if err != nil {
		log.Fatal(err)
	}
	required := middleware.RequireKey(middleware.Options{
		Client: service, Scopes: []string{"invoices.read"},
		AccessTokens: &middleware.AccessTokens{Issuer: os.Getenv("ISSUER"), Audience: audience},
	})
	return required(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller := middleware.CallerFrom(r.Context()).Identity
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"caller": cmp.Or(caller.Name, caller.ID), "invoices": []string{"INV-1", "INV-2"}})
	}))
}

func sessionOf(r *http.Request) session {
	if cookie, err := r.Cookie("quickstart"); err == nil {
		if found, ok := sessions.Load(cookie.Value); ok {
			return found.(session)
		}
	}
	return session{}
}

// goOn gives each step of a browser another cookie, so that an attacker cannot prepare one for a user.
func goOn(w http.ResponseWriter, r *http.Request, next session, to string) {
	if cookie, err := r.Cookie("quickstart"); err == nil {
		sessions.Delete(cookie.Value)
	}
	id := rand.Text()
	sessions.Store(id, next)
	http.SetCookie(w, &http.Cookie{Name: "quickstart", Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	http.Redirect(w, r, to, http.StatusSeeOther)
}
