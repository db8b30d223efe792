import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { concepts } from '../../../scripts/guides/concepts.ts';
import { makeSearch } from '../../../src/http/reference/browser/ranking.js';
import { pages } from '../../../src/http/reference/pages.ts';
import { searchEntries } from '../../../src/http/reference/search-entries.ts';

const data = JSON.parse(await searchEntries()) as { entries: { id: string; kind: string }[] };
const search = makeSearch(MiniSearch, data);
const first = (question: string): string => {
  const [{ id, field } = { id: 'nothing', field: undefined }] = search(question);
  return (field === undefined ? id : `${id}#${field}`).replace(/^\/docs\//, '');
};

/** Questions, and the page that stands first. */
const own: readonly (readonly [question: string, page: string])[] = [
  ['webhook signature', 'guides/webhooks#3-receive-events'],
  ['pagination', 'guides/lists'],
  ['idempotency', 'guides/requests#idempotency'],
  ['scopes', 'guides/rights'],
  ['roles', 'guides/users-and-the-api#what-a-user-may-do'],
  ['MFA', 'guides/second-factors'],
  ['API key', 'guides/quick-start#issue-and-verify-a-credential'],
  ['login', 'guides/sign-in'],
  ['reset password', 'guides/sign-in#links-by-email'],
  ['impersonate', 'guides/what-keyward-is-not#troubleshooting'],
  ['rotate', 'operations/rotateCredential'],
  ['SAML metadata', 'guides/saml#registering-a-service-provider'],
  ['rotate a key', 'operations/rotateCredential'],
  ['rotate a credential', 'operations/rotateCredential'],
  ['rotating a credential', 'operations/rotateCredential'],
  ['rotate credential', 'operations/rotateCredential'],
  ['verify a secret', 'operations/verifyCredential'],
  ['verify', 'operations/verifyCredential'],
  ['gracePeriod', 'operations/rotateCredential#body.gracePeriod'],
  ['maxUsageCount', 'operations/updateCredential#body.maxUsageCount'],
  ['create webhook', 'operations/createWebhook'],
  ['create a webhook', 'operations/createWebhook'],
  ['list users', 'operations/listUsers'],
  ['introspect', 'operations/introspectOidcToken'],
  ['suspend a user', 'operations/suspendUser'],
  ['delete a group', 'operations/deleteGroup'],
  ['export audit log', 'operations/exportAuditLogs'],
  ['invite a user', 'operations/inviteUser'],
  ['CREDENTIAL_NOT_ACTIVE', 'errors/CREDENTIAL_NOT_ACTIVE'],
  ['IDEMPOTENCY_CONFLICT', 'errors/IDEMPOTENCY_CONFLICT'],
  ['USAGE_EXCEEDED', 'verification-codes/USAGE_EXCEEDED'],
  ['identity.suspended', 'events/identity.suspended'],
  ['credential.rotated', 'events/credential.rotated'],
  ['two-factor authentication', 'guides/second-factors'],
  ['JWKS', 'guides/signing-keys'],
  ['docker compose', 'guides/deploying#compose'],
  ['helm chart', 'guides/deploying#kubernetes'],
  ['environment variables', 'guides/configuration'],
  ['OpenTelemetry', 'guides/tracing'],
  ['GitHub Actions', 'guides/workload-identity'],
  ['single sign-on', 'guides/federation'],
  ['how do I restore a backup', 'guides/backup'],
  ['how to roll back an upgrade', 'guides/upgrading#rollback'],
  ['the database is gone', 'guides/incidents#the-database-is-gone'],
  ['events', 'events'],
  ['event types', 'events'],
  ['webhook events', 'events'],
  ['subscribe to events', 'guides/webhooks'],
  ['import users', 'guides/directory#importing-users'],
  ['bulk import of users', 'guides/directory#importing-users'],
  ['users', 'tags/users'],
  ['credentials', 'tags/credentials'],
  ['identities', 'tags/identities'],
  ['federation', 'guides/federation'],
  ['frozen Patroni', 'guides/high-availability#a-frozen-patroni'],
];

/** Questions about other products, with the place where each was asked or answered in public. */
const asked: readonly (readonly [question: string, page: string, source: string])[] = [
  ['reset password for a user', 'guides/sign-in#links-by-email', 'keycloak-admin-client, issue 23'],
  ['send password reset email', 'guides/sign-in#links-by-email', 'ansible community.general, issue 10949'],
  [
    'assigning roles to users',
    'guides/users-and-the-api#what-a-user-may-do',
    'keycloak-admin-client, issue 22',
  ],
  ['unlock user after brute force', 'guides/sign-in#failed-sign-ins-and-lockout', 'keycloak, issue 23433'],
  ['brute force detection', 'guides/sign-in#failed-sign-ins-and-lockout', 'keycloak, issue 13782'],
  ['administrator account locked out', 'guides/dashboard#first-run', 'zitadel, issue 7059'],
  ['rate limit per API key', 'guides/rate-limits', 'libraries.io, issue 610'],
  ['add limits to key verifications', 'guides/rate-limits', 'unkey, pull request 69'],
  ['propagate logout to identity provider', 'guides/federation#signing-in', 'ory/hydra, pull request 3596'],
  ['account linking', 'guides/social-sign-in#how-accounts-belong-to-users', 'supertokens-core, issue 447'],
  ['SAML metadata import', 'guides/saml#registering-a-service-provider', 'authentik, pull request 432'],
  [
    'webhook signature verification fails with raw body',
    'guides/webhooks#3-receive-events',
    'WorkSphere, issue 481 (Svix)',
  ],
  ['webhook retries', 'guides/delivery#retries', 'better-auth, pull request 8844'],
  ['user provisioning with SCIM', 'guides/scim', 'metabase, pull request 48411'],
  ['impersonate users', 'guides/what-keyward-is-not#troubleshooting', 'Auth0 docs, impersonate users'],
  ['client credentials flow', 'guides/oidc-clients#application-types', 'fullstackdeveloper.guru, Keycloak'],
  ['session timeouts', 'guides/sign-in#when-sessions-end', 'Keycloak docs, managing user sessions'],
  ['keycloak realm export backup', 'guides/backup', 'adhdecode.com, Keycloak'],
  ['prometheus metrics', 'guides/logging#metrics', 'keycloak-metrics-spi'],
  ['magic link login', 'guides/sign-in#links-by-email', 'logto, pull request 7229'],
  ['rotate client secret', 'guides/oidc-clients#rotating-a-client-secret', 'Auth0 docs'],
  ['JSON web key set endpoint', 'guides/signing-keys', 'Auth0 docs'],
  ['role-based access control', 'guides/users-and-the-api#what-a-user-may-do', 'Auth0 docs'],
  ['IdP-initiated single sign-on', 'guides/saml#starting-at-keyward', 'Auth0 docs'],
  ['migrating users', 'guides/directory#importing-users', 'Auth0 docs, import and export users'],
  ['syncing users to my own database', 'guides/webhooks', 'sliceofexperiments.com, Auth0'],
];

describe('the search of the documentation', () => {
  test.for(own)('finds for "%s" first %s', ([question, page]) => {
    expect(first(question)).toBe(page);
  });

  test.for(asked)('finds for the public question "%s" first %s', ([question, page]) => {
    expect(first(question)).toBe(page);
  });

  test('finds the guide beside the list of all events', () => {
    const found = search('events').map(({ id }) => id);
    expect(found.slice(0, 3)).toContain('/docs/guides/events');
  });

  test('forgives slips of the finger', () => {
    expect(
      search('conditinal acess')
        .slice(0, 5)
        .map(({ id }) => id),
    ).toContain('/docs/guides/conditional-access');
  });

  test('has concepts and guides that lead to pages and places that exist', async () => {
    const texts = new Map(
      await Promise.all(pages.map(async ([path, make]) => [path, await make()] as const)),
    );
    const lost = data.entries
      .map(({ id }) => id)
      .filter((id) => {
        const [path = '', place] = id.split('#');
        return !texts.has(path) || (place !== undefined && !texts.get(path)?.includes(` id="${place}"`));
      });
    expect(lost).toEqual([]);
  });

  test('has each phrase of a concept once, so that it leads to one place', () => {
    const phrases = concepts.flatMap(([, , ...own]) => own.map((phrase) => phrase.toLowerCase()));
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
  });
});
