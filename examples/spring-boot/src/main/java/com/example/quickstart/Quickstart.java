package com.example.quickstart;

import java.security.Principal;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.web.client.OAuth2ClientHttpRequestInterceptor;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.util.HtmlUtils;

@SpringBootApplication
@RestController
public class Quickstart {
  record Invoices(String caller, List<String> invoices) {}

  private final RestClient api;

  /** The page calls the API with the access token of its user. Spring refreshes the token. */
  Quickstart(@Value("${AUDIENCE}") String audience, OAuth2AuthorizedClientManager tokens) {
    var withToken = new OAuth2ClientHttpRequestInterceptor(tokens);
    withToken.setClientRegistrationIdResolver(request -> "keyward");
    api = RestClient.builder().baseUrl(audience).requestInterceptor(withToken).build();
  }

  @GetMapping(path = "/", produces = "text/html;charset=UTF-8")
  String home(@AuthenticationPrincipal OidcUser user, CsrfToken csrf) {
    var top = "<!doctype html><html lang='en'><meta charset='utf-8'><title>Quickstart</title><h1>Quickstart</h1>";
    if (user == null) return top + "<p>You are not signed in.</p><a href='/oauth2/authorization/keyward'>Sign in</a>";
    var answer = api.get().uri("/invoices").retrieve().body(String.class);
    var name = user.getFullName() == null ? user.getName() : user.getFullName();
    return top + "<p>Hello, " + HtmlUtils.htmlEscape(name) + ".</p><pre>" + HtmlUtils.htmlEscape(answer) + "</pre>"
        + "<form method='post' action='/logout'><input type='hidden' name='_csrf' value='" + csrf.getToken() + "'>"
        + "<button>Sign out</button></form>";
  }

  @GetMapping("/api/invoices")
  Invoices invoices(Principal caller) { return new Invoices(caller.getName(), List.of("INV-1", "INV-2")); }

  public static void main(String[] arguments) { SpringApplication.run(Quickstart.class, arguments); }
}
