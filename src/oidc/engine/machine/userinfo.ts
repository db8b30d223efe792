import type { Client, Provider } from 'oidc-provider';
import type { SignedTokens } from '../access-tokens.ts';
import { proofSeconds } from '../../../lib/dpop-proof.ts';
import { mayUse } from '../../../platform/allowed-groups.ts';
import { claimsOf, claimValues } from '../claims.ts';
import { settingsOf } from '../clients.ts';
import { claimsFor, scopeFor } from '../granted.ts';
import type { CustomScope, EngineParts } from '../parts.ts';
import type { knownClients } from './clients.ts';
import { useProofs, verifiedDpop } from './proofs.ts';
import {
  epochSeconds,
  headersFor,
  type MachineAnswering,
  type MachineRequest,
  type UserInfoBody,
} from './request.ts';
import { accessTokenIn, grantIn, isSessionOf, type StoredGrant, type StoredToken } from './stored.ts';
import { tokenIdOf } from './token-id.ts';

export interface UserInfo {
  provider: Provider;
  orgId: string;
  /** Its address, which proofs of possession name. */
  url: string;
  clientOf: ReturnType<typeof knownClients>;
  scopes: readonly CustomScope[];
  signed: Pick<SignedTokens, 'verifiedJti'>;
  parts: Pick<EngineParts, 'pool' | 'sealer'>;
}

/** A presented token, and the proof of possession that came with it. */
interface Presented {
  value: string;
  proof: string | undefined;
}

/** Answers what is said of a user, by an access token (OpenID Connect Core section 5.3). */
export function userInfoAnswerer(info: UserInfo): MachineAnswering<UserInfoBody> {
  const { provider, orgId, clientOf, scopes, parts } = info;
  const claims = claimsOf(scopes);
  return async (request) => {
    const { ahead, header } = request;
    const presented = presentedIn(request);
    if (!presented) return undefined;
    const now = epochSeconds(ahead);
    const named = await tokenIdOf(presented.value, info.signed, now);
    const token = named && accessTokenIn(ahead.artifact('AccessToken', named.id)?.row, now);
    if (!token?.scope.split(' ').includes('openid')) return undefined;
    const session = { orgId, sealer: parts.sealer, now };
    if (token.sessionUid !== undefined && !isSessionOf(ahead.session(token.sessionUid)?.row, token, session))
      return undefined;
    const client = clientOf(ahead, token.clientId)?.client;
    const subject = ahead.subject(token.accountId)?.row;
    const grant = grantIn(ahead.artifact('Grant', token.grantId)?.row, token, now);
    if (!client || !subject || !grant) return undefined;
    const { allowedGroups, allowedOrigins } = settingsOf(client);
    const groups = subject.groups.map((group) => group.id);
    if (!mayUse(allowedGroups, groups)) return undefined;
    const origin = header('origin');
    if (origin && !allowedOrigins.includes(origin)) return undefined;

    // The claims are chosen by the engine's own class.
    const chosen = new provider.Claims(
      { ...claimValues(subject, scopes), sub: subject.id },
      // Its types ask for a context, which it hands to `pairwiseIdentifier` alone; ours needs none.
      { ctx: undefined as never, client },
    );
    chosen.scope(grantedScope(token, grant, client));
    chosen.mask(askedClaims(token, claimsFor(client, grant.claims, claims)));
    const body = (await chosen.result()) as Partial<UserInfoBody>;
    // The client may not ask for `openid` any more. The answer is then empty, and the contract has no such answer.
    if (body.sub === undefined) return undefined;
    if (!(await isProved(token, presented, request, info))) return undefined;
    return { body: body as UserInfoBody, headers: headersFor(origin) };
  };
}

/** Reads the token as RFC 6750 section 2 and RFC 9449 section 7.1 say. The engine refuses a token that is presented in two ways. */
function presentedIn({ method, query, form, header }: MachineRequest): Presented | undefined {
  // A query may have a token or a scope, and a form may have a scope.
  if (query !== '' || form['scope'] || (method === 'POST' && !isPlainForm(form, header('content-type'))))
    return undefined;
  const authorization = header('authorization');
  const proof = header('dpop');
  if (method === 'POST' && form['access_token']) {
    const value = form['access_token'];
    return authorization || proof || typeof value !== 'string' ? undefined : { value, proof: undefined };
  }
  const [scheme = '', value = '', ...rest] = (authorization ?? '').split(' ');
  if (value === '' || rest.length > 0) return undefined;
  if (scheme.toLowerCase() !== (proof ? 'dpop' : 'bearer')) return undefined;
  return { value, proof: proof || undefined };
}

/** Whether the engine would read a form as it was read here. It refuses a type without a body, and other types. */
function isPlainForm(form: MachineRequest['form'], type: string | undefined): boolean {
  const isEmpty = Object.keys(form).length === 0;
  return type === undefined ? isEmpty : !isEmpty && plainType.test(type);
}

const plainType = /^application\/x-www-form-urlencoded(; ?charset="?utf-8"?)?$/i;

function grantedScope({ scope }: StoredToken, grant: StoredGrant, client: Client): string {
  const asked = new Set(scope.split(' '));
  return scopeFor(client, grant.scope)
    .split(' ')
    .filter((one) => asked.has(one))
    .join(' ');
}

/** The claims that need no grant. The engine's own list. */
const ofEveryToken: ReadonlySet<string> = new Set(['sub', 'sid', 'auth_time', 'acr', 'amr', 'iss']);

function askedClaims(
  { askedClaims: asked }: StoredToken,
  granted: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(asked).filter(([claim]) => ofEveryToken.has(claim) || granted.includes(claim)),
  );
}

/** Whether the presenter has the key of a bound token. A proof is used up by it, so nothing else may fail afterwards. */
async function isProved(
  { jkt, clientId }: StoredToken,
  { value, proof }: Presented,
  { method, ahead }: MachineRequest,
  { url, orgId, parts }: UserInfo,
): Promise<boolean> {
  if (jkt === undefined || proof === undefined) return jkt === proof;
  const now = epochSeconds(ahead);
  const dpop = await verifiedDpop(proof, { method, url, now, accessToken: value });
  if (dpop?.thumbprint !== jkt) return false;
  return useProofs(parts, orgId, [{ issuer: clientId, jti: dpop.jti, until: now + proofSeconds }], now);
}
