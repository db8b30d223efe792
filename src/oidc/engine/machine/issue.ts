import { hash, randomBytes } from 'node:crypto';
import { proofSeconds } from '../../../lib/dpop-proof.ts';
import type { SignedTokens } from '../access-tokens.ts';
import type { EngineParts, ResourceSettings } from '../parts.ts';
import { scopesFor, scopeSyntax } from '../requested-scopes.ts';
import { resourceNamed, type Resources } from '../resource-scopes.ts';
import { formatFor, lifetimeFor, scopesOfResource } from '../resources.ts';
import { signedPrefix } from '../signed-token-id.ts';
import { authenticated, type Endpoint } from './client-authentication.ts';
import type { KnownClient } from './clients.ts';
import { useProofs, verifiedDpop } from './proofs.ts';
import {
  epochSeconds,
  fieldsOf,
  headersForPrograms,
  isUnusual,
  type MachineAnswering,
  type TokenBody,
} from './request.ts';

export interface Issuing extends Endpoint {
  orgId: string;
  /** The scopes that clients get that ask for none. */
  defaults: readonly string[];
  resources: Resources;
  signed: Pick<SignedTokens, 'sign' | 'canSign'>;
  parts: Pick<EngineParts, 'pool' | 'saveMachineToken' | 'noteClient' | 'baseUrl'>;
}

/** Answers clients that ask for a token for themselves (RFC 6749 section 4.4). */
export function issuer(issuing: Issuing): MachineAnswering<TokenBody> {
  const { orgId, url, signed, parts } = issuing;
  return async (request) => {
    const { form, header, ahead } = request;
    // A policy of conditional access is judged once for a request, so the engine asks it.
    if (form['grant_type'] !== 'client_credentials' || isUnusual(request) || ahead.policiesVersion !== 0)
      return undefined;
    const asked = fieldsOf(form, ['scope', 'resource']);
    const client = await authenticated(request, issuing);
    if (!asked || !client?.row.grantTypes.includes('client_credentials')) return undefined;
    const granted = grantedOf(asked, client, issuing);
    if (!granted) return undefined;
    const { clientId, accessTokenSigningAlg: alg, dpopBoundAccessTokens } = client.row;
    const { seconds, isSigned } = granted;
    if (isSigned && !signed.canSign(alg)) return undefined;

    const now = epochSeconds(ahead);
    const sent = header('dpop');
    const dpop = sent ? await verifiedDpop(sent, { method: 'POST', url, now }) : undefined;
    if (sent ? !dpop : dpopBoundAccessTokens) return undefined;
    const proofs = [
      ...(dpop ? [{ issuer: clientId, jti: dpop.jti, until: now + proofSeconds }] : []),
      ...(client.assertion ? [client.assertion] : []),
    ];
    if (proofs.length > 0 && !(await useProofs(parts, orgId, proofs, now))) return undefined;

    const content = {
      iat: now,
      exp: now + seconds,
      ...(granted.scope === undefined ? {} : { scope: granted.scope }),
      kind: 'ClientCredentials',
      clientId,
      ...(granted.audience === undefined ? {} : { aud: granted.audience }),
      ...(dpop ? { jkt: dpop.thumbprint } : {}),
    };
    const id = randomBytes(32).toString('base64url');
    // The row of a signed token is written while it is signed; neither is answered without the other.
    const [token] = await Promise.all([
      isSigned ? signed.sign(alg, id, clientId, content) : id,
      parts.saveMachineToken({
        orgId,
        idHash: hash('sha256', isSigned ? signedPrefix + id : id, 'buffer'),
        payload: JSON.stringify(content),
        clientId,
        seconds,
      }),
    ]);
    parts.noteClient?.({ orgId, clientId, outcome: 'ISSUED', address: request.address });
    const body = {
      access_token: token,
      expires_in: seconds,
      ...(granted.scope === undefined ? {} : { scope: granted.scope }),
      token_type: dpop ? 'DPoP' : 'Bearer',
    };
    return { body, headers: headersForPrograms };
  };
}

/** The content of a token that depends on its resource. */
interface GrantedToken {
  scope: string | undefined;
  audience: string | undefined;
  /** How long it lives. */
  seconds: number;
  isSigned: boolean;
}

/**
 * Decides about scopes and the resource that a token is for (RFC 8707).
 * @returns undefined if the client may not have them. The engine refuses them, and says so
 */
function grantedOf(
  { scope: asked, resource }: { scope?: string; resource?: string },
  { row, client, scopes }: KnownClient,
  { defaults, resources, parts }: Pick<Issuing, 'defaults' | 'resources' | 'parts'>,
): GrantedToken | undefined {
  if (asked !== undefined && !scopeSyntax.test(asked)) return undefined;
  const formed = (target: ResourceSettings | undefined): Pick<GrantedToken, 'seconds' | 'isSigned'> => ({
    seconds: lifetimeFor(row, target),
    isSigned: formatFor(row, target) === 'jwt',
  });
  if (resource === undefined)
    return { scope: scopesFor(asked, scopes, defaults), audience: undefined, ...formed(undefined) };
  const href = URL.parse(resource)?.href;
  const at = scopesOfResource(client, resource, { resources, baseUrl: parts.baseUrl() });
  if (href === undefined || href.includes('#') || !at) return undefined;
  const target = resourceNamed(resources, resource);
  const wanted = asked ?? scopesFor(undefined, scopes, defaults);
  const scope = wanted === undefined ? undefined : scopesFor(wanted, new Set(at), []);
  return { scope, audience: target?.identifier ?? resource, ...formed(target) };
}
