// Reads the stored fields of tokens, grants and sessions that our answers need. Each function returns undefined if the engine would
// refuse the content or read it in another way.
import { isObject } from '../../../lib/object.ts';
import type { ArtifactRow } from '../../sql/oidc-artifacts.ts';
import { opened } from '../adapter.ts';
import type { Sealer } from '../parts.ts';

/** An access token of a user for userinfo. */
export interface StoredToken {
  clientId: string;
  accountId: string;
  grantId: string;
  scope: string;
  /** The thumbprint of the key that it is bound to. */
  jkt: string | undefined;
  /** The claims that were asked for one by one. */
  askedClaims: Record<string, unknown>;
  /** The session that it ends with. */
  sessionUid: string | undefined;
}

export interface StoredGrant {
  scope: string;
  claims: readonly string[];
}

/** @param now seconds since 1970 */
function contentOf(text: string | null, kind: string, now: number): Record<string, unknown> | undefined {
  if (text === null) return undefined;
  const content: unknown = JSON.parse(text);
  if (!isObject(content) || content['kind'] !== kind) return undefined;
  const { exp, iat } = content;
  return typeof exp === 'number' && exp > now && typeof iat === 'number' ? content : undefined;
}

/** Fields of tokens that only the engine knows what to do with. */
const unusual = ['aud', 'x5t#S256', 'origin', 'nbf', 'iss', 'format', 'jwt', 'jwt-ietf', 'paseto'] as const;

export function accessTokenIn(row: ArtifactRow | undefined, now: number): StoredToken | undefined {
  const content = contentOf(row?.payload ?? null, 'AccessToken', now);
  if (!content || unusual.some((name) => content[name] !== undefined)) return undefined;
  const { clientId, accountId, grantId, scope, jkt, claims, expiresWithSession, sessionUid } = content;
  if (![clientId, accountId, grantId, scope].every((one) => typeof one === 'string' && one !== ''))
    return undefined;
  if (jkt !== undefined && (typeof jkt !== 'string' || jkt === '')) return undefined;
  if (expiresWithSession === true ? typeof sessionUid !== 'string' : expiresWithSession) return undefined;
  const asked = isObject(claims) ? claims['userinfo'] : undefined;
  if ((claims !== undefined && !isObject(claims)) || (asked !== undefined && !isObject(asked)))
    return undefined;
  return {
    ...({ clientId, accountId, grantId, scope } as Pick<
      StoredToken,
      'clientId' | 'accountId' | 'grantId' | 'scope'
    >),
    jkt,
    askedClaims: asked ?? {},
    sessionUid: expiresWithSession === true ? (sessionUid as string) : undefined,
  };
}

/** The grant of a token. @returns undefined also for a grant of another user or client */
export function grantIn(
  row: ArtifactRow | undefined,
  of: Pick<StoredToken, 'accountId' | 'clientId'>,
  now: number,
): StoredGrant | undefined {
  const content = contentOf(row?.payload ?? null, 'Grant', now);
  // A grant with refusals is read by the engine alone.
  if (!content || content['rejected'] !== undefined) return undefined;
  if (content['clientId'] !== of.clientId || content['accountId'] !== of.accountId) return undefined;
  const openid = content['openid'] ?? {};
  if (!isObject(openid)) return undefined;
  const { scope = '', claims = [] } = openid;
  if (typeof scope !== 'string' || !Array.isArray(claims)) return undefined;
  return { scope, claims: claims as string[] };
}

/** Whether a session is in force and still has the grant of a token (the engine asks the session so, too). */
export function isSessionOf(
  row: ArtifactRow | undefined,
  { accountId, clientId, grantId }: StoredToken,
  { orgId, sealer, now }: { orgId: string; sealer: Sealer; now: number },
): boolean {
  if (!row?.sealed) return false;
  const text = opened(sealer, { orgId, model: 'Session', idHash: row.idHash, sealed: row.sealed });
  const content = contentOf(text, 'Session', now);
  if (content?.['accountId'] !== accountId || !isObject(content['authorizations'])) return false;
  const { authorizations } = content;
  const own = Object.hasOwn(authorizations, clientId) ? authorizations[clientId] : undefined;
  return isObject(own) && own['grantId'] === grantId;
}
