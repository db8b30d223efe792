package com.example.quickstart;

import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class Security {
  /** The API takes a key or an access token as a bearer. STATELESS means that it takes no session of the page. */
  @Bean @Order(1)
  SecurityFilterChain forApi(HttpSecurity http, KeywardKeys keys, JwtDecoder decoder) {
    var tokens = new JwtAuthenticationProvider(decoder);
    AuthenticationManager either = it -> KeywardKeys.isKey(it) ? keys.verify(it) : tokens.authenticate(it);
    return http.securityMatcher("/api/**")
        .authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_" + KeywardKeys.SCOPE))
        .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .oauth2ResourceServer(server -> server.authenticationManagerResolver(request -> either))
        .build();
  }

  /** Access tokens have the type of RFC 9068. So an ID token opens nothing. */
  @Bean
  JwtTypeValidator accessTokenType() {
    return new JwtTypeValidator(List.of("at+jwt"));
  }

  /** The page signs users in with the code flow and PKCE. Its sign-out ends the session at Keyward, too. */
  @Bean
  SecurityFilterChain forPage(HttpSecurity http, ClientRegistrationRepository clients) {
    var signedOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
    signedOut.setPostLogoutRedirectUri("{baseUrl}/");
    return http
        .authorizeHttpRequests(requests -> requests.requestMatchers("/", "/error").permitAll().anyRequest().denyAll())
        .oauth2Login(login -> login.redirectionEndpoint(endpoint -> endpoint.baseUri("/callback")))
        .logout(logout -> logout.logoutSuccessHandler(signedOut))
        .build();
  }
}
