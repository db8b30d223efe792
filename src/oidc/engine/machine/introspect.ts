import type { SignedTokens } from '../access-tokens.ts';
import type { EngineParts } from '../parts.ts';
import type { Resources } from '../resource-scopes.ts';
import { isAudience } from '../resources.ts';
import type { ReadAhead } from '../read-ahead.ts';
import { wantsSignedAnswer } from '../signed-introspection.ts';
import { authenticated, type Endpoint } from './client-authentication.ts';
import { useProofs } from './proofs.ts';
import {
  epochSeconds,
  fieldsOf,
  headersForPrograms,
  isUnusual,
  type IntrospectionBody,
  type MachineAnswering,
} from './request.ts';
import { tokenIdOf } from './token-id.ts';

export interface Introspecting extends Endpoint {
  orgId: string;
  resources: Resources;
  signed: Pick<SignedTokens, 'verifiedJti'>;
  parts: Pick<EngineParts, 'pool'>;
}

/** The stored content of a token that a client has for itself. */
interface StoredToken {
  kind: string;
  clientId: string;
  iat: number;
  exp: number;
  aud?: string;
  scope?: string;
  jkt?: string;
}

/** The stored fields of {@link StoredToken}. A token with more, for example of a user, is one of the engine. */
const plain: ReadonlySet<string> = new Set(['kind', 'clientId', 'iat', 'exp', 'aud', 'scope', 'jkt']);

/** Answers clients that ask about a token which a client has for itself (RFC 7662), if the token is active. */
export function introspector(introspecting: Introspecting): MachineAnswering<IntrospectionBody> {
  const { provider, clientOf, orgId, resources, signed, parts } = introspecting;
  return async (request) => {
    const { form, ahead } = request;
    const presented = fieldsOf(form, ['token', 'token_type_hint'])?.token;
    if (presented === undefined || isUnusual(request)) return undefined;
    if (wantsSignedAnswer(request.header('accept'))) return undefined;
    const caller = await authenticated(request, introspecting);
    if (!caller) return undefined;
    const named = await tokenIdOf(presented, signed, epochSeconds(ahead));
    const token = named && storedIn(ahead, named.id);
    if (!token) return undefined;
    const { jti } = named;
    const own = token.clientId === caller.row.clientId;
    if (!own && !(isAudience(caller.client, token.aud, resources) && clientOf(ahead, token.clientId)))
      return undefined;
    if (caller.assertion && !(await useProofs(parts, orgId, [caller.assertion], epochSeconds(ahead))))
      return undefined;
    const body = {
      active: true,
      client_id: token.clientId,
      exp: token.exp,
      iat: token.iat,
      iss: provider.issuer,
      ...(jti === undefined ? {} : { jti }),
      ...(token.aud === undefined ? {} : { aud: token.aud }),
      ...(token.scope ? { scope: token.scope } : {}),
      ...(token.jkt === undefined ? {} : { cnf: { jkt: token.jkt } }),
      token_type: token.jkt === undefined ? 'Bearer' : 'DPoP',
    };
    return { body, headers: headersForPrograms };
  };
}

/** Returns a token that is active by the clock of Postgres. */
function storedIn(ahead: ReadAhead, id: string): StoredToken | undefined {
  const row = ahead.artifact('ClientCredentials', id)?.row;
  if (!row || row.payload === null || row.consumedAt !== null) return undefined;
  const token = JSON.parse(row.payload) as StoredToken;
  const now = epochSeconds(ahead);
  const { kind, iat, exp } = token;
  const isPlain =
    Object.keys(token).every((name) => plain.has(name)) && typeof iat === 'number' && typeof exp === 'number';
  return isPlain && kind === 'ClientCredentials' && exp > now ? token : undefined;
}
