import * as client from 'openid-client';
import { isClearAddress } from '../../lib/email.ts';
import { isObject, ownValue } from '../../lib/object.ts';
import { withoutDisguise } from '../../lib/shown-text.ts';
import type { ProviderClient } from './provider-client.ts';
import type { Tokens } from './dialogue.ts';
import { SocialTrouble } from './trouble.ts';

/** A user's account of a provider. */
export interface SocialAccount {
  /** The provider's identifier of the account, for good. */
  subject: string;
  /** As the provider says it, and whether it says that it is theirs. */
  email: string | null;
  emailVerified: boolean;
  /** The domain that Google hosts for its owner. */
  hostedDomain: string | null;
  displayName: string | null;
  firstName: string | null;
  lastName: string | null;
  /** When it asked the user for a proof; null if it does not say. */
  authTime: Date | null;
}

/** @throws {SocialTrouble} */
export async function accountOf(
  { server }: ProviderClient,
  configuration: client.Configuration,
  tokens: Tokens,
): Promise<SocialAccount> {
  if (server.flow === 'oidc') return openIdAccount(configuration, tokens);
  const { api } = server.endpoints;
  const read = (path: string) => readApi(configuration, tokens.access_token, api + path);
  return server.account === 'github' ? githubAccount(read) : facebookAccount(read);
}

async function openIdAccount(configuration: client.Configuration, tokens: Tokens): Promise<SocialAccount> {
  const claims: Record<string, unknown> = { ...tokens.claims() };
  const subject = subjectOf(claims['sub']);
  // Some tell who it is only when they are asked.
  if (claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined) {
    const told = await client.fetchUserInfo(configuration, tokens.access_token, subject);
    for (const name of ['email', 'email_verified', 'name', 'given_name', 'family_name'])
      claims[name] ??= ownValue(told, name);
  }
  // Apple has it as a text.
  const verified = claims['email_verified'];
  return {
    subject,
    email: emailOf(claims['email']),
    emailVerified: verified === true || verified === 'true',
    hostedDomain: nameOf(claims['hd']),
    displayName: nameOf(claims['name']),
    firstName: nameOf(claims['given_name']),
    lastName: nameOf(claims['family_name']),
    authTime: authTimeOf(claims['auth_time']),
  };
}

type Read = (path: string) => Promise<unknown>;

/** Its address is not in the account but in a list, which tells those that were confirmed. */
async function githubAccount(read: Read): Promise<SocialAccount> {
  const user = objectOf(await read('/user'));
  const listed = await read('/user/emails');
  const emails = Array.isArray(listed) ? listed.slice(0, 100).filter(isObject) : [];
  const primary = emails.find((one) => ownValue(one, 'primary') === true);
  return {
    ...nobody,
    subject: subjectOf(ownValue(user, 'id')),
    email: emailOf(primary && ownValue(primary, 'email')),
    emailVerified: primary !== undefined && ownValue(primary, 'verified') === true,
    displayName: nameOf(ownValue(user, 'name')) ?? nameOf(ownValue(user, 'login')),
  };
}

/** It does not say whether an address is theirs. */
async function facebookAccount(read: Read): Promise<SocialAccount> {
  const user = objectOf(await read('/me?fields=id,name,first_name,last_name'));
  return {
    ...nobody,
    subject: subjectOf(ownValue(user, 'id')),
    displayName: nameOf(ownValue(user, 'name')),
    firstName: nameOf(ownValue(user, 'first_name')),
    lastName: nameOf(ownValue(user, 'last_name')),
  };
}

const nobody = {
  email: null,
  emailVerified: false,
  hostedDomain: null,
  displayName: null,
  firstName: null,
  lastName: null,
  authTime: null,
};

async function readApi(configuration: client.Configuration, token: string, url: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json' });
  const answer = await client.fetchProtectedResource(
    configuration,
    token,
    new URL(url),
    'GET',
    undefined,
    headers,
  );
  if (answer.status !== 200)
    throw new SocialTrouble(`The API of the provider responded with ${answer.status}`);
  return answer.json();
}

function objectOf(value: unknown): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new SocialTrouble('The response of the provider is not valid: it has no account');
}

/** At most 255 characters of ASCII (OpenID Connect Core section 2); GitHub has numbers. */
export function subjectOf(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text === 'string' && /^[\x20-\x7e]{1,255}$/.test(text)) return text;
  throw new SocialTrouble('The response of the provider is not valid: it has no subject');
}

const emailOf = (value: unknown): string | null =>
  typeof value === 'string' && isClearAddress(value) && value.isWellFormed() ? value : null;

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = withoutDisguise(value).trim();
  return text === '' ? null : Array.from(text).slice(0, 128).join('');
}

/** A date cannot be later. */
const latestSeconds = 8.64e12;

/** Reads when the user proved their identity (OpenID Connect Core section 2). */
export const authTimeOf = (value: unknown): Date | null =>
  typeof value === 'number' && Math.abs(value) <= latestSeconds ? new Date(value * 1000) : null;
