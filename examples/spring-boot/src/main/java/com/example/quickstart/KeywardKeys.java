package com.example.quickstart;

import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Asks Keyward whether a key is valid and has the scope. */
@Component
class KeywardKeys {
  static final String SCOPE = "invoices.read";
  record Verification(String code, Map<String, Object> identity) {}

  private final RestClient keyward;

  KeywardKeys(@Value("${KEYWARD_URL}") String url, @Value("${KEYWARD_API_KEY}") String key) {
    keyward = RestClient.builder().baseUrl(url).defaultHeaders(headers -> headers.setBearerAuth(key)).build();
  }

  /** A signed access token has dots. */
  static boolean isKey(Authentication it) { return !((BearerTokenAuthenticationToken) it).getToken().contains("."); }

  Authentication verify(Authentication bearer) {
    var secret = ((BearerTokenAuthenticationToken) bearer).getToken();
    var address = ((WebAuthenticationDetails) bearer.getDetails()).getRemoteAddress();
    var question = Map.of("credential", secret, "scopes", List.of(SCOPE), "ipAddress", address);
    var found = keyward.post().uri("/api/v1/credentials/verify").body(question).retrieve().body(Verification.class);
    if (found.code().equals("VALID"))
      return UsernamePasswordAuthenticationToken.authenticated(
          found.identity().get("name"), null, AuthorityUtils.createAuthorityList("SCOPE_" + SCOPE));
    throw new OAuth2AuthenticationException(found.code().equals("INSUFFICIENT_SCOPE")
        ? BearerTokenErrors.insufficientScope(found.code(), SCOPE) : BearerTokenErrors.invalidToken(found.code()));
  }
}
