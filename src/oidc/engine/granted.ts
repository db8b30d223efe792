import { type Client, type Grant, Provider } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { narrowerScopes } from '../command-line.ts';
import { settingsOf } from './clients.ts';
import type { Front } from './parts.ts';
import { changeGrantReading, storeFields } from './patches.ts';
import { standardClaims } from './scopes.ts';

/** A grant, and whether a person gave it: others are what a client has without being granted anything. */
export type KeptGrant = Grant & {
  consented?: boolean;
  /** The resources that the user allowed. The engine keeps only those that a scope was granted for. */
  allowedResources?: string[];
  /** When it ends, in milliseconds since 1970, if the login says when its tokens end. */
  endsAt?: number;
  /** The connection that the user signed in by. */
  connectionId?: string;
  /** The login that the grant was last used with. */
  loginId?: string;
  /** When the user who allowed the command line had proved who they are, in milliseconds since 1970, and how. */
  provedAt?: number;
  amr?: string[];
  /** Where the user was when the application was last opened. */
  front?: Front;
};

/** The claims that every ID token may hold, independent of the scopes of the client. They need no consent. */
export const ofEveryToken: readonly string[] = ['iss', 'sid', ...standardClaims.openid];

/** The claims that the scopes of a client give. */
function claimsOfClient(client: Client, claims: Readonly<Record<string, readonly string[]>>): Set<string> {
  const { ownScopes } = settingsOf(client);
  return new Set([...ofEveryToken, ...ownScopes.flatMap((scope) => claims[scope] ?? [])]);
}

/**
 * Has a grant say no more than its client may still ask for: what was taken from a client is not in the tokens that it gets
 * from then on, nor at userinfo.
 */
export function narrowGrants(
  provider: Provider,
  claims: Readonly<Record<string, readonly string[]>>,
  atResource: (client: Client, identifier: string) => readonly string[] | undefined,
): void {
  const fields = ['endsAt', 'connectionId', 'loginId', 'front', 'provedAt', 'amr'];
  storeFields(provider.Grant, ['consented', 'allowedResources', ...fields]);
  const clientOf = (grant: Grant): Client | undefined => {
    const client = Provider.ctx?.oidc.client;
    return client?.clientId === grant.clientId ? client : undefined;
  };
  changeGrantReading(provider, {
    scope(grant, scope, resource) {
      const client = clientOf(grant);
      // A refresh may ask for less than was granted, in other words: `*` has `identities.read`.
      if (isCommandLine(client?.clientId)) return narrowerScopes(scope.split(' ')).join(' ');
      if (!client) return scope;
      return resource === undefined
        ? scopeFor(client, scope)
        : common(scope, atResource(client, resource) ?? []);
    },
    claims(grant, granted) {
      const client = clientOf(grant);
      return client ? claimsFor(client, granted, claims) : granted;
    },
  });
}

/** The part of a granted scope of OpenID Connect that a client may still ask for. */
export const scopeFor = (client: Client, scope: string): string =>
  common(scope, settingsOf(client).ownScopes);

function common(scope: string, may: readonly string[]): string {
  return scope
    .split(' ')
    .filter((one) => may.includes(one))
    .join(' ');
}

/** Returns the granted claims that the scopes of a client still give. */
export function claimsFor(
  client: Client,
  granted: readonly string[],
  claims: Readonly<Record<string, readonly string[]>>,
): string[] {
  const may = claimsOfClient(client, claims);
  return granted.filter((claim) => may.has(claim));
}

/**
 * Narrows a `claims` parameter to the claims that the scopes of the client give. With single claims, a client can ask
 * for less than a scope, but not for more than an administrator allowed. Other claims are left out like unknown claims,
 * which is not an error (OpenID Connect Core section 5.5).
 */
export function narrowClaims(
  params: Record<string, unknown>,
  asked: Readonly<Record<string, unknown>>,
  client: Client,
  claims: Readonly<Record<string, readonly string[]>>,
): void {
  const may = claimsOfClient(client, claims);
  const left = Object.entries(asked).map(([place, wanted]) => [
    place,
    Object.fromEntries(Object.entries(wanted as object).filter(([claim]) => may.has(claim))),
  ]);
  params['claims'] = JSON.stringify(Object.fromEntries(left));
}
