import { eraseExamples } from './conditional-access/resources/sql/access-backtests.ts';
import { eraseDecisions } from './conditional-access/resources/sql/access-decisions.ts';
import type { MayOwn } from './credentials/identities.ts';
import { forgetReader } from './risk/sql/alert-channels.ts';
import type { WithoutMail } from './risk/channels/changing-channels.ts';
import type { CountTestMail } from './risk/channels/testing.ts';
import type { LeakedOperatorKeys, StopLeaked } from './credentials/leaks.ts';
import type { ConnectionSigningKey } from './federation/connections/federated-call.ts';
import type { ClientKeys } from './federation/connections/connection-client.ts';
import { keepOwnersIn } from './federation/linking/lockout.ts';
import { isProvedDomain } from './federation/linking/sql/routing.ts';
import { hasLinkedConnection } from './federation/connections/connection-links.ts';
import { enforcement } from './federation/linking/enforcement.ts';
import { providersOnPage } from './federation/social/providers.ts';
import { linkPending } from './federation/linking/pending-links.ts';
import { eraseConnectionTraces } from './federation/connections/sql/federation-traces.ts';
import { social, hasLinkedAccount } from './federation/linking/way-in.ts';
import {
  hintedConnection,
  socialAccounts,
  socialButtons,
  socialStep,
} from './federation/social/social-buttons.ts';
import { beginUpstreamLogout } from './federation/connections/upstream-logout.ts';
import { agents, applications } from './oidc/applications.ts';
import { endOidcOf } from './oidc/endings.ts';
import { stopLeakedInitialToken, stopLeakedRegistrationToken } from './oidc/leaked-registration-tokens.ts';
import { stopLeakedUserToken } from './oidc/oidc-trail.ts';
import { oidcApplications } from './oidc/application-list.ts';
import { knownClient } from './oidc/oidc-clients.ts';
import { endClientSessions } from './oidc/oidc-logouts.ts';
import { signingKeys } from './oidc/signing-keys.ts';
import { clientOnPage } from './oidc/sql/client-on-page.ts';
import { endOidcGrantsByConnection, endOidcTokensOf } from './oidc/sql/oidc-grants.ts';
import { signingKeyFor } from './saml/saml-keys.ts';
import { leakedOperatorKeys } from './organizations/operator-keys.ts';
import { stopLeakedScimToken } from './scim/leaked-tokens.ts';
import { eraseProvisioning } from './scim/sql/provisioning-log.ts';
import { knownServiceProvider, samlApplications } from './saml/application-list.ts';
import { serviceProviderOnPage } from './saml/sql/service-provider-on-page.ts';
import { detourOf, tellServiceProviders } from './saml/logout-endings.ts';
import { eraseSamlSessions } from './saml/sql/saml-sessions.ts';
import { eraseTraces } from './saml/sql/saml-traces.ts';
import type { SignInWiring } from './sign-in/hosted.ts';
import { pageReads } from './sign-in/page-reads.ts';
import { countTestMail } from './users/mail-limits.ts';
import { withoutMail } from './users/notices.ts';
import { mayOwnIdentities } from './users/directory/identity-owners.ts';
import type { IsProvedDomain } from './users/directory/vouched-address.ts';
import type { WayIn } from './users/ways-in.ts';

/** The functions of higher rooms that lower rooms call. */
export interface Wiring extends SignInWiring {
  /** Ways to sign in besides those of users themselves. */
  waysIn: readonly WayIn[];
  /** The keys that a connection authenticates with (`private_key_jwt`). */
  clientKeys: ClientKeys;
  /** Opens the key that signs messages to SAML identity providers. */
  connectionSigningKey: ConnectionSigningKey;
  /** Tells whether a connection has proved a domain. */
  isProvedDomain: IsProvedDomain;
  /** Tells whether a user may own an identity. */
  mayOwnIdentities: MayOwn;
  /** Tells which users get no mails about alerts. */
  withoutMail: WithoutMail;
  /** Counts a test mail of an alert rule. */
  countTestMail: CountTestMail;
  /** Stops a SCIM token that leaked. */
  stopLeakedScimToken: StopLeaked;
  /** Ends the grant of a token of the command line that leaked. */
  stopLeakedUserToken: StopLeaked;
  /** Revokes an initial access token that leaked. */
  stopLeakedInitialToken: StopLeaked;
  /** Ends a registration access token that leaked. */
  stopLeakedRegistrationToken: StopLeaked;
  /** Revokes a key of an operator that leaked. */
  leakedOperatorKeys: LeakedOperatorKeys;
}

const knownApplications: SignInWiring['knownApplications'] = [
  { find: knownClient, column: clientOnPage },
  { find: knownServiceProvider, column: serviceProviderOnPage },
];

/**
 * The lists that a lower room calls higher ones through. `service.ts` hands them on; nothing registers itself. A room
 * that holds data of a user or of a login adds the function that ends the data here.
 */
export const wiring: Wiring = {
  endings: {
    onLoginsEnded: [endClientSessions, tellServiceProviders],
    // Service providers are told first, as long as the browser is here.
    async onSignedOut(tx, orgId, { id, upstream }, nextUrl) {
      const next = (await beginUpstreamLogout(tx, orgId, upstream, nextUrl)) ?? nextUrl;
      return (await detourOf(tx, orgId, id, next)) ?? (next === nextUrl ? undefined : (next ?? undefined));
    },
    onUserAlarmed: [(tx, { orgId, id }) => endOidcTokensOf(tx, orgId, id)],
    onConnectionEnded: [endOidcGrantsByConnection],
    onUserEnded: [endOidcOf],
    onUserErased: [
      (tx, user) => eraseProvisioning(tx, user.orgId, user),
      (tx, user) => eraseSamlSessions(tx, user.orgId, user.id),
      (tx, user) => eraseTraces(tx, user.orgId, user.id),
      (tx, user) => eraseConnectionTraces(tx, user.orgId, user.id),
      (tx, user) => eraseDecisions(tx, user.orgId, user.id),
      (tx, user) => eraseExamples(tx, user.orgId, user.id),
      (tx, user) => forgetReader(tx, user.orgId, user.id),
    ],
  },
  enforcement,
  linkPending,
  waysIn: [hasLinkedAccount, hasLinkedConnection],
  clientKeys: async (tx, vault) => (await signingKeys(tx, vault)).keys,
  connectionSigningKey: (tx, vault) =>
    signingKeyFor(tx, vault, { signingKeyId: null, signatureAlgorithm: 'rsa-sha256' }),
  isProvedDomain,
  keepOwnersIn,
  mayOwnIdentities,
  withoutMail,
  countTestMail,
  stopLeakedScimToken,
  stopLeakedUserToken,
  stopLeakedInitialToken,
  stopLeakedRegistrationToken,
  leakedOperatorKeys,
  factors: [social],
  stepPages: { social: socialStep },
  besideName: socialButtons,
  aboveName: hintedConnection,
  knownApplications,
  pageReads: pageReads([providersOnPage], knownApplications),
  applicationLists: [oidcApplications, samlApplications],
  accountSections: { security: [socialAccounts], applications: [applications, agents] },
};
