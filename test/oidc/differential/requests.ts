// Requests of the differential test: what they mean, and how they are written. A request is written once for each side, because
// assertions and proofs may be used once.
import { hash } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { Random } from '../../support/random.ts';
import type { Key, Party, Token, World } from './world.ts';

export type Endpoint = 'token' | 'introspect' | 'userinfo';

/** Something signed, before it is signed. */
export interface Signed {
  key: Key;
  alg: string;
  header: Record<string, unknown>;
  /** Undefined leaves a claim out. */
  claims: Record<string, unknown>;
  /** The change of the text. */
  spoil: ((jwt: string) => string) | undefined;
}

export type Authentication =
  | { kind: 'basic'; id: string; secret: string; write: (id: string, secret: string) => string }
  | { kind: 'post'; id: string; secret: string }
  | { kind: 'assertion'; id: string | undefined; type: string | undefined; signed: Signed }
  | { kind: 'name'; id: string }
  | { kind: 'nothing' };

/** The content of a request. Mutations change it before it is written. */
export interface Draft {
  endpoint: Endpoint;
  method: string;
  orgId: string;
  authentication: Authentication;
  fields: [name: string, value: string][];
  /** A token in the header. */
  bearer: { scheme: string; value: string } | undefined;
  proof: Signed | undefined;
  headers: [name: string, value: string][];
  query: string;
  contentType: string | undefined;
  /** How often it is sent: again, with the same bytes. */
  times: number;
  /** Changes what is written. */
  rewrite: ((wire: Wire) => void)[];
  /** The token or party that it was made from, and its mutations, for a reader of a failure. */
  story: string[];
}

export interface Wire {
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
}

const now = (): number => Math.floor(Date.now() / 1000);
export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export function authenticationOf(party: Party, world: World): Authentication {
  const { clientId: id, secret, method, key } = party;
  if (method === 'private_key_jwt' && key)
    return {
      kind: 'assertion',
      id: undefined,
      type: assertionType,
      signed: {
        key,
        alg: key.alg,
        header: { kid: 'k1' },
        claims: { iss: id, sub: id, aud: world.issuer, iat: 0, exp: 60, jti: 'new' },
        spoil: undefined,
      },
    };
  if (method === 'none' || secret === null) return { kind: 'name', id };
  return method === 'client_secret_post'
    ? { kind: 'post', id, secret }
    : { kind: 'basic', id, secret, write: basicOf };
}

const proofOf = (key: Key, method: string, url: string, ath: string | undefined): Signed => ({
  key,
  alg: key.alg,
  header: { typ: 'dpop+jwt', jwk: key.jwk },
  claims: { htm: method, htu: url, iat: 0, jti: 'new', ...(ath === undefined ? {} : { ath }) },
  spoil: undefined,
});

export const athOf = (token: string): string => hash('sha256', token, 'base64url');

/** A request that the engine should answer well, as far as the world lets it. */
export function aDraft(endpoint: Endpoint, world: World, random: Random, named?: Token): Draft {
  const draft: Draft = {
    endpoint,
    method: 'POST',
    orgId: world.orgId,
    authentication: { kind: 'nothing' },
    fields: [],
    bearer: undefined,
    proof: undefined,
    headers: [],
    query: '',
    contentType: 'application/x-www-form-urlencoded',
    times: 1,
    rewrite: [],
    story: [endpoint],
  };
  const url = `${world.issuer}/${endpoint}`;
  if (endpoint === 'userinfo') {
    const token = named ?? aToken(world, random, { access: 0.6, changed: 0.95 });
    draft.story.push(token.name);
    if (random.happens(0.15))
      draft.headers.push([
        'Origin',
        random.pick(['https://spa.example.com', 'https://elsewhere.example.com']),
      ]);
    draft.method = random.happens(0.7) ? 'GET' : 'POST';
    const inForm = draft.method === 'POST' && !token.key && random.happens(0.5);
    if (inForm) draft.fields.push(['access_token', token.value]);
    else draft.bearer = { scheme: token.key ? 'DPoP' : 'Bearer', value: token.value };
    if (!inForm) draft.contentType = undefined;
    if (token.key) draft.proof = proofOf(token.key, draft.method, url, athOf(token.value));
    return draft;
  }
  const asking = random.happens(0.9)
    ? world.parties.filter(({ grants }) => endpoint === 'introspect' || grants.includes('client_credentials'))
    : world.parties;
  const token =
    named ?? aToken(world, random, { access: 0.25, changed: 0.4, machine: 0.75, 'changed machine': 0.9 });
  // A client asks about its own tokens most of all.
  const party = endpoint === 'introspect' && random.happens(0.7) ? token.party : random.pick(asking);
  draft.story.push(party.name);
  draft.authentication = authenticationOf(party, world);
  if (endpoint === 'introspect') {
    draft.story.push(token.name);
    draft.fields.push(['token', token.value]);
    if (random.happens(0.3))
      draft.fields.push(['token_type_hint', random.pick(['access_token', 'refresh_token', 'unknown', ''])]);
    return draft;
  }
  draft.fields.push(['grant_type', 'client_credentials']);
  const may = party.scopes.filter((one) => one !== 'openid' && one !== 'offline_access');
  if (random.happens(0.5) && may.length > 0) draft.fields.push(['scope', random.pick(may)]);
  if (random.happens(0.2)) draft.fields.push(['resource', world.resource]);
  if (party.bound || random.happens(0.1))
    draft.proof = proofOf(party.key?.alg === 'ES256' ? party.key : world.strangeKey, 'POST', url, undefined);
  return draft;
}

/** Draws the kind of a token by its share, and then one of them. */
function aToken(world: World, random: Random, until: Partial<Record<Token['kind'], number>>): Token {
  const at = random.below(1000) / 1000;
  const kind =
    (Object.entries(until) as [Token['kind'], number][]).find(([, most]) => at < most)?.[0] ?? 'refresh';
  return random.pick(world.tokens.filter((token) => token.kind === kind));
}

/** Times in drafts are relative to now, and `new` stands for an id that was not used. */
const timesIn = ['iat', 'exp', 'nbf'];

async function sign({ key, alg, header, claims, spoil }: Signed, id: string): Promise<string> {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(claims)) {
    if (value === undefined) continue;
    made[name] = timesIn.includes(name) && typeof value === 'number' ? now() + value : value;
    if (name === 'jti' && value === 'new') made[name] = id;
  }
  let text: string;
  if (alg === 'none') text = new UnsecuredJWT(made).encode();
  else if (alg.startsWith('HS'))
    text = await new SignJWT(made).setProtectedHeader({ ...header, alg }).sign(Buffer.alloc(32, 'k'));
  else text = await new SignJWT(made).setProtectedHeader({ ...header, alg: key.alg }).sign(key.privateKey);
  if (alg !== key.alg && alg !== 'none' && !alg.startsWith('HS')) {
    const [, ...rest] = text.split('.');
    text = [Buffer.from(JSON.stringify({ ...header, alg })).toString('base64url'), ...rest].join('.');
  }
  return spoil ? spoil(text) : text;
}

/** Writes a request. @param side what tells the ids of this writing from those of the other one */
export async function written(draft: Draft, side: string): Promise<Wire> {
  const { authentication, bearer, proof, contentType, orgId, endpoint, query, method } = draft;
  const fields = [...draft.fields];
  const headers: [string, string][] = [];
  if (authentication.kind === 'basic')
    headers.push(['Authorization', authentication.write(authentication.id, authentication.secret)]);
  if (authentication.kind === 'post')
    fields.push(['client_id', authentication.id], ['client_secret', authentication.secret]);
  if (authentication.kind === 'name') fields.push(['client_id', authentication.id]);
  if (authentication.kind === 'assertion') {
    const { id, type, signed } = authentication;
    if (id !== undefined) fields.push(['client_id', id]);
    if (type !== undefined) fields.push(['client_assertion_type', type]);
    fields.push(['client_assertion', await sign(signed, `a-${side}`)]);
  }
  if (bearer) headers.push(['Authorization', `${bearer.scheme} ${bearer.value}`]);
  if (proof) headers.push(['DPoP', await sign(proof, `p-${side}`)]);
  if (contentType !== undefined) headers.push(['Content-Type', contentType]);
  headers.push(...draft.headers);
  const hasBody = contentType !== undefined || fields.length > 0;
  const wire: Wire = {
    method,
    path: `/api/oidc/${orgId}/${endpoint}${query}`,
    headers,
    body: hasBody && method !== 'GET' ? Buffer.from(new URLSearchParams(fields).toString()) : undefined,
  };
  for (const change of draft.rewrite) change(wire);
  return wire;
}
