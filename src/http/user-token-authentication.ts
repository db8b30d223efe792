import { adminApplication } from '../conditional-access/resources/user-attempts.ts';
import type { Config } from '../config.ts';
import { Failure, invalid } from '../failure.ts';
import { canBeProof, verifiedProof } from '../lib/dpop-proof.ts';
import type { ProofFault, RefusedProof } from '../lib/refused-proof.ts';
import { familyOfUserToken, hashSecret, isWellFormedUserToken } from '../lib/secret.ts';
import { commonScopes } from '../lib/scope.ts';
import { type AskedByToken, findTokenCaller, tenantOfToken } from '../oidc/sql/token-callers.ts';
import { ownApiOf, ownApiOfTenant } from '../oidc/own-api.ts';
import { useApiProof } from '../oidc/used-proofs.ts';
import { letWait } from '../platform/at-end.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import { forkFor } from '../platform/tenancy.ts';
import { decideOnCommandLine } from '../sign-in/access.ts';
import { loginOf } from '../users/sessions/login-sessions.ts';
import { bearerOf, countOfHeader } from './bearer.ts';
import { originOf } from './audit-rows.ts';
import type { Admission } from './admission/admission.ts';
import { knownCallers } from './admission/known-callers.ts';
import { strangerOf } from './admission/limits.ts';
import type { RequestContext } from './request-context.ts';
import {
  admissionOf,
  nameOf,
  refusalBy,
  requiredTenant,
  requireMeant,
  rightsOf,
  siteOf,
  tenantIn,
  userCaller,
  type UserCounter,
  type UserMeans,
} from './user-admission.ts';
import { sessionOf, type UserAuthenticator } from './user-authentication.ts';

/** Gets to know each refused proof. */
interface Noting {
  note: (refused: RefusedProof) => void;
}

/** The stored fields of an access token, as far as its requests read them. */
interface StoredToken {
  accountId?: string;
  aud?: unknown;
  scope?: string;
  jkt?: string;
}

/** The stored fields of a grant. */
interface StoredGrant {
  /** When the user who allowed the command line had proved who they are, in milliseconds since 1970, and how. */
  provedAt?: number;
  amr?: string[];
}

/**
 * Authenticates users by the access tokens of the command line (docs/decisions/0128). Each request reads whether the grant, the session and
 * the user go on, what conditional access says, and which rights the user has. The caller gets no right that the token lacks.
 *
 * A stranger costs a look at the check digits, and one statement. Only the proof of a token that exists is verified.
 *
 * The function throws {Failure} VALIDATION_ERROR, UNAUTHORIZED, DPOP_PROOF_REFUSED, SESSION_OF_ANOTHER_USER, and {RateLimited}. The refusal of
 * conditional access is returned, as in `user-authentication.ts`.
 */
export function userTokenAuthenticator(
  { orm, pool, access, certificateOf, baseUrl, proofs }: UserMeans & { proofs: Noting },
  { rateLimitPerMinute }: Pick<Config, 'rateLimitPerMinute'>,
  { spent, check, count }: UserCounter,
): UserAuthenticator {
  const admitted = knownCallers();
  const refused = refusalOf(proofs);

  const prove = async (
    context: RequestContext,
    { token, proof }: { token: string; proof: string },
    { payload, nowSeconds, home }: AskedByToken,
  ) => {
    const { aud, scope, jkt } = JSON.parse(payload) as StoredToken;
    const isForUs = aud === ownApiOf(baseUrl()) || aud === ownApiOfTenant(baseUrl(), home.orgId);
    // The engine binds each token of the command line to a key, and makes it for our API.
    if (!isForUs || jkt === undefined || scope === undefined) throw new Failure('UNAUTHORIZED');
    const verified = await verifiedProof(proof, {
      method: context.method,
      url: addressOf(context, baseUrl()),
      accessToken: token,
      thumbprint: jkt,
      now: nowSeconds,
    });
    if ('fault' in verified) {
      const fault = verified.isOfOtherKey ? 'OTHER_KEY' : 'WRONG';
      throw refused(context, { token, fault, details: { DPoP: verified.fault } });
    }
    return { jti: verified.jti, scopes: scope.split(' ') };
  };

  const authenticate = async (context: RequestContext, isCounted: boolean): Promise<Admission> => {
    const { request, requestId } = context;
    if (sessionOf(context, baseUrl()) !== undefined)
      throw invalid('Authorization', 'must be absent where the browser sends the cookie of a session');
    if (countOfHeader(request, 'authorization') > 1) throw invalid('Authorization', 'must be sent once');
    const orgId = requiredTenant(context);
    const token = userTokenOf(context);
    if (token === undefined) throw new Failure('UNAUTHORIZED');
    const proof = requiredProof(context, token, refused);
    const tokenHash = hashSecret(token);
    const name = nameOf(orgId, tokenHash);
    const place = placeOf(context, name);
    spent.check(name);
    const found = await tenantOfToken(pool, tokenHash, orgId);
    if (!found) throw new Failure('UNAUTHORIZED');
    const { asked, home, userId, nowSeconds } = found;
    // A proof is used once. The request has had it, so its answer needs no other one.
    const { jti, scopes } = isCounted ? await prove(context, { token, proof }, found) : provedBefore(found);
    check(userId, name);
    requireMeant(context, userId);
    // A request that was seen and is sent again is one of a stranger. It does not spend the bucket of the user.
    if (jti !== undefined && !(await useApiProof(pool, home.orgId, jti, Math.floor(nowSeconds))))
      throw refused(context, {
        token,
        fault: 'USED',
        details: { DPoP: 'was used before: send another proof with each request' },
      });
    const standing = isCounted ? await count(userId, name) : undefined;
    const judged = await onBehalfOf({ orgId: home.orgId, operation: 'authentication' }, async () => {
      const rights = await findTokenCaller(orm.em.fork(), home.orgId, tokenHash);
      if (rights?.userId !== userId) return undefined;
      const login = provedAsAllowed(loginOf(rights), JSON.parse(rights.grant) as StoredGrant);
      const tx = forkFor(orm, home, rights.now);
      const end = letWait(tx);
      const site = siteOf(context, { access, certificateOf });
      const verdict = await decideOnCommandLine(tx, site, login, adminApplication, rights.groups);
      end();
      return { login, rights, verdict };
    });
    if (!judged) throw new Failure('UNAUTHORIZED');
    admitted.note(place, orgId, context.started);
    const { login, rights, verdict } = judged;
    const caller = userCaller({
      asked,
      rights,
      usualPerMinute: rateLimitPerMinute,
      login,
      scopes: commonScopes(rightsOf(rights), scopes),
      grantId: rights.grantId,
      secret: familyOfUserToken(token) ?? token,
      requestId,
    });
    return admissionOf(caller, { standing, now: rights.now, refusal: refusalBy(verdict) });
  };

  return {
    // After a refusal, the address passes a spent bucket no more because of this token.
    async authenticate(context, isCounted = true) {
      try {
        return await authenticate(context, isCounted);
      } catch (error) {
        const name = knownNameOf(context);
        if (name !== undefined && error instanceof Failure && error.status === 401) admitted.forget(name);
        throw error;
      }
    },
    isKnown(context) {
      const name = knownNameOf(context);
      return name !== undefined && admitted.has(name, context.started);
    },
  };
}

/** The scopes of a token whose proof the request had. */
const provedBefore = ({ payload }: AskedByToken): { jti: undefined; scopes: string[] } => ({
  jti: undefined,
  scopes: ((JSON.parse(payload) as StoredToken).scope ?? '').split(' '),
});

/**
 * A token at an address. A token alone is not known: a stranger who has seen it would pass every bucket of strangers.
 */
const placeOf = ({ transport: { address } }: RequestContext, name: string): string =>
  `${name}:${strangerOf(address)}`;

function knownNameOf(context: RequestContext): string | undefined {
  const token = userTokenOf(context);
  const orgId = tenantIn(context);
  return token === undefined || orgId === undefined
    ? undefined
    : placeOf(context, nameOf(orgId, hashSecret(token)));
}

/**
 * A proof that the user gives to a page later is not one of the command line: the proof counts that the user had given when the user allowed
 * it. No refresh changes it.
 */
function provedAsAllowed<Proved extends { authTime: Date; isTimeKnown: boolean; amr: string[] }>(
  login: Proved,
  { provedAt = 0, amr = [] }: StoredGrant,
): Proved {
  const authTime = new Date(Math.min(provedAt, login.authTime.getTime()));
  const isTimeKnown = login.isTimeKnown && provedAt > 0;
  return { ...login, authTime, isTimeKnown, amr: login.amr.filter((one) => amr.includes(one)) };
}

/** Returns the access token of a request, if it has the form and the check digits of one. */
export function userTokenOf({ incoming }: Pick<RequestContext, 'incoming'>): string | undefined {
  const token = /^DPoP +(\w{1,128})$/i.exec(incoming.authorization ?? '')?.[1];
  return token !== undefined && isWellFormedUserToken(token) ? token : undefined;
}

interface Refused {
  token: string;
  fault: ProofFault;
  details: Record<string, string>;
}

/** Makes the failure of a request whose proof is refused, and notes the refusal. */
type RefusalOf = (context: RequestContext, refused: Refused) => Failure;

const refusalOf =
  (proofs: Noting): RefusalOf =>
  ({ requestId, transport, incoming }, { token, fault, details }) => {
    const origin = originOf(requestId, transport.address, incoming['user-agent']);
    proofs.note({ tokenHash: hashSecret(token), fault, origin });
    return new Failure('DPOP_PROOF_REFUSED', details);
  };

/**
 * Refuses a token of a user that was sent as if it were a key. A thief of the token has no key for a proof (RFC 9449 section 7.2).
 *
 * The function that it returns throws {Failure} DPOP_PROOF_REFUSED; VALIDATION_ERROR where the token comes beside a key.
 */
export function tokenWithoutProof(proofs: Noting): (context: RequestContext) => void {
  const refused = refusalOf(proofs);
  return (context) => {
    const { request } = context;
    const { rawHeaders } = request;
    const isTwice = countOfHeader(request, 'authorization') > 1;
    if (isTwice && rawHeaders.some((value, at) => at % 2 === 1 && /^dpop /i.test(value)))
      throw invalid('Authorization', 'must be sent once');
    const token = bearerOf(request);
    if (token !== undefined && isWellFormedUserToken(token)) {
      const details = { Authorization: 'must be DPoP and the token, beside a proof in the header DPoP' };
      throw refused(context, { token, fault: 'MISSING', details });
    }
  };
}

/** @throws {Failure} DPOP_PROOF_REFUSED */
function requiredProof(context: RequestContext, token: string, refused: RefusalOf): string {
  const { request, incoming } = context;
  const { dpop } = incoming;
  const count = countOfHeader(request, 'dpop');
  if (typeof dpop !== 'string' || count !== 1) {
    const isMissing = count === 0;
    const details = { DPoP: isMissing ? 'is missing: send a proof for each request' : 'must be sent once' };
    throw refused(context, { token, fault: isMissing ? 'MISSING' : 'WRONG', details });
  }
  if (!canBeProof(dpop))
    throw refused(context, { token, fault: 'WRONG', details: { DPoP: 'must be one JWT, and not so long' } });
  return dpop;
}

/** Returns the address of a request as its caller sees it. A proxy may call us by another host. */
const addressOf = ({ rawPath }: RequestContext, baseUrl: string): string =>
  new URL(`${new URL(baseUrl).origin}${rawPath}`).href;
