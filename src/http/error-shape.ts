import type { ErrorShape } from './request-context.ts';

const bases: readonly (readonly [base: RegExp, shape: ErrorShape])[] = [
  [/^\/api\/scim\/v2(\/|$)/, 'scim'],
  [/^\/api\/saml(\/|$)/, 'page'],
  [/^\/api\/v1\/federation\/(oidc|saml)\/[^/]+\/(callback|logged-out)$/, 'page'],
  [/^\/api\/v1\/federation\/[^/]+\/logout$/, 'page'],
  [/^\/api\/v1\/federation\/saml\/[^/]+\/(metadata|acs|finish|slo)$/, 'page'],
  [/^\/api\/v1\/federation\/oidc\/[^/]+\/backchannel-logout$/, 'oauth'],
  [/^\/admin\/(sign-in|sign-in-preview|redeem)$/, 'page'],
  [/^\/(login|logout|account|language|setup|setup-link)(\/|$)/, 'page'],
  [/^\/api\/oidc\/[^/]+\/interaction(\/|$)/, 'page'],
  [/^\/api\/oidc\/[^/]+\/device\/authorize$/, 'oauth'],
  [/^\/api\/oidc\/[^/]+\/(authorize|device|end-session)(\/|$)/, 'oauth-page'],
  [/^(\/\.well-known\/(openid-configuration|oauth-authorization-server))?\/api\/oidc(\/|$)/, 'oauth'],
  [/^\/\.well-known\/oauth-protected-resource\/api\/v1(\/|$)/, 'oauth'],
];

/** Returns the shape of errors of a path, before its operation is found and if the path has no operation. */
export const shapeOf = (rawPath: string): ErrorShape =>
  bases.find(([base]) => base.test(rawPath))?.[1] ?? 'api';
