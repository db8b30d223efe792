// Mutations that make a request wrong or unusual.
import { newId } from '../../../src/lib/id.ts';
import { basicWritings } from './basic-writings.ts';
import type { Random } from '../../support/random.ts';
import { athOf, authenticationOf, basicOf, type Draft } from './requests.ts';
import { spoil } from './spoiled.ts';
import type { World } from './world.ts';

/** Changes a draft. @returns what it did; undefined where there was nothing to change */
export type Mutation = (draft: Draft, world: World, random: Random) => string | undefined;

const changeSecret = (secret: string, random: Random): string =>
  random.pick([
    `${secret}x`,
    secret.slice(1),
    '',
    ' ',
    secret.toUpperCase(),
    ` ${secret}`,
    'x'.repeat(5000),
    '%00',
  ]);

const changeId = (id: string, { parties }: World, random: Random): string =>
  random.pick([
    random.pick(parties).clientId,
    parties.find(({ name }) => name === 'theirs')?.clientId ?? '',
    newId('cli'),
    id.toUpperCase(),
    `${id} `,
    '',
    'cli_',
    'unknown',
    '__proto__',
    'x'.repeat(3000),
  ]);

const ofClients: Mutation[] = [
  ({ authentication: one }, _world, random) => {
    if (one.kind !== 'basic') return undefined;
    const [name, write] = random.pick(Object.entries(basicWritings));
    one.write = write;
    return `Basic with ${name}`;
  },
  ({ authentication: one }, _world, random) => {
    if (one.kind !== 'basic' && one.kind !== 'post') return undefined;
    one.secret = changeSecret(one.secret, random);
    return `secret ${one.secret.slice(0, 60)}`;
  },
  ({ authentication: one }, world, random) => {
    if (one.kind === 'nothing') return undefined;
    one.id = changeId(one.id ?? '', world, random);
    return `client ${one.id.slice(0, 60)}`;
  },
  (draft, { parties, ...world }, random) => {
    const party = random.pick(parties);
    draft.authentication = authenticationOf(party, { parties, ...world });
    return `as ${party.name}`;
  },
  (draft, _world, random) => {
    const { authentication: one } = draft;
    if (one.kind !== 'basic' && one.kind !== 'post') return undefined;
    const { id, secret } = one;
    draft.authentication = random.pick([
      { kind: 'basic', id, secret, write: basicOf },
      { kind: 'post', id, secret },
      { kind: 'name', id },
      { kind: 'nothing' },
    ]);
    return `authenticates by ${draft.authentication.kind}`;
  },
  (draft, { parties }, random) => {
    const { authentication: one } = draft;
    const id = 'id' in one && one.id ? one.id : random.pick(parties).clientId;
    const [field] = [
      random.pick<[string, string]>([
        ['client_id', id],
        ['client_id', random.pick(parties).clientId],
        ['client_secret', 'x'],
        ['client_secret', ''],
        ['client_assertion', 'x'],
        ['client_assertion_type', 'x'],
      ]),
    ];
    draft.fields.push(field);
    return `also ${field.join('=')}`;
  },
  ({ authentication: one }, world, random) =>
    one.kind === 'assertion'
      ? `assertion: ${spoil(one.signed, ['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti'], world, random)}`
      : undefined,
  ({ authentication: one }, _world, random) => {
    if (one.kind !== 'assertion') return undefined;
    one.type = random.pick([undefined, '', 'x', `${one.type ?? ''}x`]);
    return `assertion type ${one.type}`;
  },
];

const ofProofs: Mutation[] = [
  ({ proof }, world, random) =>
    proof &&
    `proof: ${spoil(proof, ['htm', 'htu', 'iat', 'jti', 'ath', 'nonce', 'exp', 'nbf'], world, random)}`,
  (draft) => {
    if (!draft.proof) return undefined;
    draft.proof = undefined;
    return 'no proof';
  },
  (draft, { issuer, strangeKey }) => {
    if (draft.proof) return undefined;
    const { endpoint, method, bearer } = draft;
    draft.proof = {
      key: strangeKey,
      alg: strangeKey.alg,
      header: { typ: 'dpop+jwt', jwk: strangeKey.jwk },
      claims: {
        htm: method,
        htu: `${issuer}/${endpoint}`,
        iat: 0,
        jti: 'new',
        ...(bearer ? { ath: athOf(bearer.value) } : {}),
      },
      spoil: undefined,
    };
    return 'a proof';
  },
];

const scopes = [
  '',
  ' ',
  'openid',
  'email',
  'orders',
  'unknown',
  'email email',
  'orders unknown',
  ' orders',
  'orders ',
  'a"b',
  'ü',
  'ORDERS',
  'x'.repeat(2000),
];
const resources = [
  '',
  'https://api.example.com',
  'https://api.example.com/',
  'https://api.example.com/#x',
  'api',
  'urn:x',
  'https://other.example.com',
];
const grantTypes = [
  '',
  'x',
  'CLIENT_CREDENTIALS',
  'authorization_code',
  'refresh_token',
  'password',
  'client_credentials ',
];

const put = (draft: Draft, name: string, value: string): string => {
  draft.fields = [...draft.fields.filter(([one]) => one !== name), [name, value]];
  return `${name}=${value.slice(0, 60)}`;
};

const ofFields: Mutation[] = [
  (draft, _world, random) =>
    draft.endpoint === 'introspect' ? undefined : put(draft, 'scope', random.pick(scopes)),
  (draft, _world, random) =>
    draft.endpoint === 'token' ? put(draft, 'resource', random.pick(resources)) : undefined,
  (draft, _world, random) =>
    draft.endpoint === 'token' ? put(draft, 'grant_type', random.pick(grantTypes)) : undefined,
  (draft, { tokens }, random) => {
    if (draft.endpoint !== 'introspect') return undefined;
    const { value } = random.pick(tokens);
    return put(
      draft,
      'token',
      random.pick([
        value,
        value.slice(1),
        `${value} `,
        '',
        'x',
        'a.b.c',
        `jwt~${value}`,
        'x'.repeat(9000),
        `${value}.x`,
      ]),
    );
  },
  (draft, _world, random) => {
    if (draft.fields.length === 0) return undefined;
    const at = random.below(draft.fields.length);
    const [gone] = draft.fields.splice(at, 1);
    return `no ${gone?.[0]}`;
  },
  (draft, _world, random) => {
    if (draft.fields.length === 0) return undefined;
    const [name, value] = random.pick(draft.fields);
    draft.fields.push([name, random.pick([value, 'x', ''])]);
    return `${name} twice`;
  },
  (draft, _world, random) => {
    const name = random.pick([
      'x',
      'audience',
      'code',
      '__proto__',
      'constructor',
      'refresh_token',
      'token',
      'access_token',
      'nonce',
      'authorization_details',
      'dpop_jkt',
    ]);
    draft.fields.push([name, random.pick(['', 'x', 'x'.repeat(5000)])]);
    return `more: ${name}`;
  },
  (draft, _world, random) => {
    draft.query = random.pick([
      '?',
      '?x=1',
      '?scope=openid',
      '?scope=email',
      '?scope=unknown',
      '?access_token=x',
      '?access_token=',
      '?client_id=x',
      '?token=x',
      '?x=%zz',
    ]);
    return `query ${draft.query}`;
  },
];

const ofBearers: Mutation[] = [
  (draft, _world, random) => {
    if (!draft.bearer) return undefined;
    draft.bearer.scheme = random.pick(['bearer', 'BEARER', 'dpop', 'DPoP', 'Basic', 'Bearer ', 'x', '']);
    return `scheme ${draft.bearer.scheme}`;
  },
  (draft, { tokens }, random) => {
    if (!draft.bearer) return undefined;
    const { value } = draft.bearer;
    draft.bearer.value = random.pick([
      random.pick(tokens).value,
      value.slice(1),
      `${value}x`,
      `${value} x`,
      '',
      'a.b.c',
      `jwt~${value}`,
      'x'.repeat(7000),
      value.toUpperCase(),
      `"${value}"`,
    ]);
    return 'another token';
  },
  (draft, { tokens }, random) => {
    if (draft.endpoint !== 'userinfo') return undefined;
    draft.method = 'POST';
    draft.contentType = 'application/x-www-form-urlencoded';
    draft.fields.push([
      'access_token',
      random.pick([random.pick(tokens).value, draft.bearer?.value ?? 'x', '']),
    ]);
    if (random.happens(0.5)) draft.bearer = undefined;
    return 'a token in the form';
  },
];

const ofHttp: Mutation[] = [
  (draft, _world, random) => {
    draft.method = random.pick(['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH']);
    return `method ${draft.method}`;
  },
  (draft, _world, random) => {
    draft.contentType = random.pick([
      undefined,
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded; charset=utf-8',
      'application/x-www-form-urlencoded;charset="UTF-8"',
      'application/x-www-form-urlencoded; charset=iso-8859-1',
      'application/x-www-form-urlencoded; x=y',
      'Application/X-WWW-Form-Urlencoded',
      'application/x-www-form-urlencodedx',
      'x',
      '',
    ]);
    return `content type ${draft.contentType}`;
  },
  (draft, _world, random) => {
    const header = random.pick<[string, string]>([
      ['Origin', 'https://spa.example.com'],
      ['Origin', 'https://elsewhere.example.com'],
      ['Origin', 'null'],
      ['Origin', ''],
      ['Accept', 'text/html'],
      ['Accept', 'text/plain'],
      ['Accept', 'application/jwt'],
      ['Accept', 'application/token-introspection+jwt'],
      ['Accept', '*/*;q=0'],
      ['Accept-Language', 'de'],
      ['Cookie', 'kd_session=x; kd_oidc=y'],
      ['X-Forwarded-For', '203.0.113.7'],
      ['X-Forwarded-Host', 'elsewhere.example.com'],
      ['X-HTTP-Method-Override', 'PUT'],
      ['If-None-Match', '*'],
      ['Range', 'bytes=0-1'],
      ['OAuth-Client-Attestation', 'x'],
      ['Idempotency-Key', 'x'],
      ['Sec-Fetch-Site', 'cross-site'],
      ['Authorization', 'Bearer x'],
      ['Authorization', 'x'],
      ['DPoP', 'x'],
      ['DPoP', ''],
      ['Client-Cert', 'x'],
    ]);
    draft.headers.push(header);
    return `header ${header.join(': ')}`;
  },
  (draft, _world, random) => {
    const [name, change] = random.pick<[string, (body: string) => Buffer]>([
      ['an ampersand', (body) => Buffer.from(`${body}&`)],
      ['ampersands', (body) => Buffer.from(`&&${body}`)],
      ['a question mark', (body) => Buffer.from(`?${body}`)],
      ['no value', (body) => Buffer.from(`${body}&scope`)],
      ['a wrong percent sign', (body) => Buffer.from(`${body}&x=%zz`)],
      ['NUL', (body) => Buffer.from(`${body}&x=%00`)],
      ['no UTF-8', (body) => Buffer.concat([Buffer.from(`${body}&x=`), Buffer.from([0xff])])],
      ['bytes that are not UTF-8', (body) => Buffer.from(`${body}&x=%ff`)],
      [
        'many fields',
        (body) =>
          Buffer.from(
            `${body}${'&x=1'.repeat(1)}${Array.from({ length: 250 }, (_, at) => `&f${at}=1`).join('')}`,
          ),
      ],
      ['a long field', (body) => Buffer.from(`${body}&x=${'x'.repeat(60_000)}`)],
      ['JSON', () => Buffer.from('{"grant_type":"client_credentials"}')],
      ['nothing', () => Buffer.alloc(0)],
      ['a name in capitals', (body) => Buffer.from(body.replace(/^[^=]*/, (one) => one.toUpperCase()))],
      [
        'a name that is encoded',
        (body) => Buffer.from(body.replace(/^./, (one) => `%${one.charCodeAt(0).toString(16)}`)),
      ],
      ['semicolons', (body) => Buffer.from(body.replaceAll('&', ';'))],
      ['a byte order mark', (body) => Buffer.from(`\ufeff${body}`)],
    ]);
    draft.rewrite.push((wire) => {
      if (wire.body) wire.body = change(wire.body.toString());
    });
    return `body with ${name}`;
  },
  (draft, _world, random) => {
    const [name, change] = random.pick<[string, (path: string) => string]>([
      ['a slash at the end', (path) => path.replace(/(\?|$)/, '/$1')],
      ['two slashes', (path) => path.replace('/oidc/', '/oidc//')],
      ['capitals', (path) => path.replace(/(token|introspect|userinfo)/, (one) => one.toUpperCase())],
      ['an encoded letter', (path) => path.replace('/oidc', '/oid%63')],
    ]);
    draft.rewrite.push((wire) => {
      wire.path = change(wire.path);
    });
    return `path with ${name}`;
  },
  (draft, { otherOrgId }, random) => {
    draft.orgId = random.pick([otherOrgId, newId('org'), 'org_', 'x', draft.orgId.toUpperCase()]);
    return `tenant ${draft.orgId}`;
  },
  (draft, _world, random) => {
    draft.times = random.pick([2, 2, 3]);
    return `${draft.times} times`;
  },
];

const byEndpoint: Readonly<Record<Draft['endpoint'], readonly (readonly Mutation[])[]>> = {
  token: [ofClients, ofClients, ofClients, ofProofs, ofFields, ofFields, ofHttp],
  introspect: [ofClients, ofClients, ofFields, ofHttp],
  userinfo: [ofBearers, ofBearers, ofProofs, ofProofs, ofFields, ofHttp, ofHttp],
};

/** Changes a draft in some ways, and notes each of them in its story. */
export function mutate(draft: Draft, count: number, world: World, random: Random): void {
  let done = 0;
  for (let tries = 0; done < count && tries < 50; tries++) {
    const told = random.pick(random.pick(byEndpoint[draft.endpoint]))(draft, world, random);
    if (told === undefined) continue;
    draft.story.push(told);
    done++;
  }
}
