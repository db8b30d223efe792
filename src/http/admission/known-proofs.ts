import { hash } from 'node:crypto';
import { readJwt } from '../../lib/jwt.ts';
import { isWellFormedWrapToken } from '../../lib/secret.ts';
import { claimedClient, claimedToken } from '../../oidc/engine/claimed-client.ts';
import type { EngineForm } from '../../oidc/engine/parts.ts';
import type { Proof, RequestContext } from '../request-context.ts';

/**
 * Returns the secret with which a request may get in: of an OAuth client, of the holder of an access token, or a token that works once. Nothing of
 * it is verified. Undefined if the request has none.
 */
export function proofIn(context: RequestContext): Proof | undefined {
  if (context.proof === undefined) context.proof = read(context) ?? null;
  return context.proof ?? undefined;
}

function read({ errors, facts, path, body, incoming }: RequestContext): Proof | undefined {
  if (facts?.counted === 'token') {
    const { token } = (body?.value ?? {}) as { token?: unknown };
    if (typeof token !== 'string') return undefined;
    return { name: undefined, orgId: '', mayBeGood: () => isWellFormedWrapToken(token) || isJwt(token) };
  }
  const { orgId } = path;
  if (errors !== 'oauth' || orgId === undefined) return undefined;
  const { authorization } = incoming;
  if (facts?.counted === 'client')
    return proofOfClient(orgId, authorization, (body?.value ?? {}) as EngineForm);
  // A document that anybody may read proves nothing of a token that was sent with the request.
  if (facts?.counted !== 'bearer') return undefined;
  const token = claimedToken(authorization, {});
  if (token === undefined) return undefined;
  return { name: nameOf('token', orgId, token), orgId, mayBeGood: () => mayBeAccessToken(token) };
}

function proofOfClient(
  orgId: string,
  authorization: string | undefined,
  form: EngineForm,
): Proof | undefined {
  const clientId = claimedClient(authorization, form);
  if (clientId === undefined) return undefined;
  // Each assertion is a new one. Strangers know the ids of the client and of its key.
  const { client_assertion: assertion, client_secret: posted } = form;
  if (typeof assertion === 'string') return { name: undefined, orgId, mayBeGood: () => isJwt(assertion) };
  const secret = authorization ?? posted;
  if (typeof secret !== 'string') return undefined;
  return { name: nameOf('client', orgId, clientId, secret), orgId, mayBeGood: () => true };
}

const isJwt = (text: string): boolean => readJwt(text) !== undefined;

/** An access token is a JWT, or 256 random bits in base64url. */
const mayBeAccessToken = (token: string): boolean => /^[\w-]{43}$/.test(token) || isJwt(token);

const nameOf = (...parts: string[]): string => hash('sha256', parts.join('\0'), 'base64url');
