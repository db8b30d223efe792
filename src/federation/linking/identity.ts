import * as client from 'openid-client';
import { authTimeOf, subjectOf } from '../openid/accounts.ts';
import { claimAt, type Claims } from '../connections/claims.ts';
import { metadataOf } from '../openid/configurations.ts';
import type { Tokens } from '../openid/dialogue.ts';
import type { Connection } from '../connections/entities/connection.ts';
import { knownIssuer } from './known-issuers.ts';
import { mappingOfNewUser, pathsOf } from '../connections/mapping.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { vouchedEmail } from './vouched-email.ts';

/** A user of an identity provider, as a connection knows the user. */
export interface UpstreamIdentity {
  /**
   * The key of the user's link: `sub`, or an attribute or NameID of SAML. Entra ID has a key of tenant and
   * object, because `sub` differs by client there.
   */
  key: string;
  /** How it names the user when it signs the user out: the claim `sub`, or the NameID. */
  subject: string;
  /** How the identity provider names its session. */
  session: string | null;
  /** The hint for a sign-out at the identity provider: the ID token, or a NameID with its session. */
  hint: string | null;
  /** The address that the identity provider vouches for; null if it vouches for none. */
  vouchedEmail: string | null;
  authTime: Date | null;
  /** When it wants the session of the user to end (SessionNotOnOrAfter); null if it does not say. */
  sessionEndsAt: Date | null;
  amr: readonly string[];
  acr: string | null;
  /** The claims of the ID token, and those of the UserInfo endpoint that the ID token lacks. */
  claims: Claims;
}

/** Claims that only the ID token may say: its signature and its nonce prove them. */
const ofTokenAlone: ReadonlySet<string> = new Set([
  'iss',
  'sub',
  'aud',
  'azp',
  'exp',
  'iat',
  'nbf',
  'jti',
  'nonce',
  'auth_time',
  'acr',
  'amr',
  'sid',
  'tid',
  'oid',
  'at_hash',
  'c_hash',
  // These two say something about each other.
  'email',
  'email_verified',
]);

/** Reads the user from the answer to a code. @throws {SocialTrouble} */
export async function identityOf(
  connection: Connection,
  configuration: client.Configuration,
  tokens: Tokens,
): Promise<UpstreamIdentity> {
  const token: Claims = { ...tokens.claims() };
  // A token that names no user, or is for another client, asks the identity provider for nothing more.
  const { subject } = identityFrom(connection, token);
  const told = await userInfoOf(connection, configuration, {
    token,
    accessToken: tokens.access_token,
    subject,
  });
  const more = Object.entries(told).filter(
    ([name]) => !ofTokenAlone.has(name) && !Object.hasOwn(token, name),
  );
  const claims = { ...token, ...Object.fromEntries(more), ...addressOf(token, told) };
  return { ...identityFrom(connection, claims), hint: tokens.id_token ?? null };
}

/**
 * Reads the user from claims. Claims that only the ID token may say must come from there.
 * @throws {SocialTrouble} if they name no user
 */
export function identityFrom(connection: Connection, claims: Claims): UpstreamIdentity {
  requireParty(claims, connection);
  const subject = subjectOf(claims['sub']);
  const known = knownIssuer(connection.issuer ?? '');
  const { auth_time: authTime, acr, amr, sid } = claims;
  return {
    key: known.entraTenant === undefined ? subject : entraKey(claims, known.entraTenant),
    subject,
    session: typeof sid === 'string' && sid !== '' && sid.length <= 255 ? sid : null,
    hint: null,
    vouchedEmail: vouchedEmail(connection.issuer ?? '', connection, claims),
    authTime: authTimeOf(authTime),
    sessionEndsAt: null,
    acr: typeof acr === 'string' ? acr : null,
    amr: Array.isArray(amr) ? amr.slice(0, 50).filter((one) => typeof one === 'string') : [],
    claims,
  };
}

/** Compares `azp`, if there is one (OpenID Connect Core section 3.1.3.7). The library does so only for several audiences. */
function requireParty({ azp }: Claims, { clientId }: Connection): void {
  if (azp !== undefined && azp !== clientId)
    throw new SocialTrouble('The ID token is for another client (azp)');
}

/** Asks the UserInfo endpoint if the connection wants it, there is one, and the ID token lacks something. */
async function userInfoOf(
  connection: Connection,
  configuration: client.Configuration,
  { token, accessToken, subject }: { token: Claims; accessToken: string; subject: string },
): Promise<Claims> {
  if (connection.userInfo !== true || metadataOf(configuration).userinfo_endpoint === undefined) return {};
  const { attributeMapping, groupsClaim, groupMapping } = connection;
  const wanted = [
    ['email'],
    ['email_verified'],
    ...pathsOf(mappingOfNewUser(attributeMapping)),
    ...(groupMapping.length > 0 ? [[groupsClaim]] : []),
  ];
  const lacks = wanted.some((paths) => paths.every((path) => claimAt(token, path) === undefined));
  // The library compares the subject.
  return lacks ? { ...(await client.fetchUserInfo(configuration, accessToken, subject)) } : {};
}

/**
 * Returns the address and whether it is verified, from one document. If the ID token has the address alone, UserInfo may say
 * that the same address is verified.
 */
function addressOf(token: Claims, told: Claims): Claims {
  const one = token['email'] === undefined ? told : token;
  const { email } = one;
  const isSilent = one['email_verified'] === undefined && told['email'] === email;
  return { email, email_verified: isSilent ? told['email_verified'] : one['email_verified'] };
}

/** The object of a user is the same for every client of the tenant (Entra ID). Another tenant may not sign users in. */
function entraKey(token: Claims, tenant: string): string {
  const { tid, oid } = token;
  if (typeof tid !== 'string' || tid.toLowerCase() !== tenant)
    throw new SocialTrouble('The ID token has no tid, or that of another tenant');
  if (typeof oid !== 'string' || !/^[0-9a-f-]{36}$/i.test(oid))
    throw new SocialTrouble('The ID token has no oid: request the scope profile');
  return `${tenant}:${oid.toLowerCase()}`;
}
