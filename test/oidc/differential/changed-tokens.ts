// Copies of stored tokens whose content was changed in the database.
import { hash } from 'node:crypto';
import { newId } from '../../../src/lib/id.ts';
import type { TestService } from '../../support/service.ts';
import type { Random } from '../../support/random.ts';
import type { Token } from './world.ts';

/** The API that tokens are made for. */
export const resource = 'https://api.example.com/';

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

type Payload = Record<string, unknown>;

/** Claims as a request asked for them. The engine lets only some of them through. */
const askedClaims: readonly Payload[] = [
  { email: null },
  { email: { essential: true }, name: null, birthdate: { value: 'x' } },
  { email: 'odd', name: [], sub: { value: 'someone' }, nickname: false },
  { acr: null, amr: null, auth_time: null, iss: null, sid: null },
  { department: null, teams: {}, floor: null, unknown: null, constructor: null },
];

/** Copies of a token and its grant whose content was changed in the database. */
export async function changedTokens({
  orgId,
  sql,
  random,
  of,
  member,
}: {
  orgId: string;
  sql: TestService['sql'];
  random: Random;
  of: Token;
  member: string;
}): Promise<Token[]> {
  const rowOf = async (model: string, id: string) =>
    (
      await sql<{ payload: string; clientId: string; userId: string; grantId: string }>(
        `select payload, client_id as "clientId", user_id as "userId", grant_id as "grantId" from oidc_artifacts
          where org_id = $1 and model = $2 and id_hash = $3`,
        [orgId, model, sha256(id)],
      )
    )[0];
  const token = await rowOf('AccessToken', of.value);
  const grant = token && (await rowOf('Grant', token.grantId));
  if (!token || !grant) throw new Error('the token that is copied is not there');
  const [base, granted] = [JSON.parse(token.payload) as Payload, JSON.parse(grant.payload) as Payload];
  const past = Math.floor(Date.now() / 1000) - 100;
  const save = (model: string, id: string, payload: Payload, grantId: string, seconds: number) =>
    sql(
      `insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, user_id, grant_id, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 second')`,
      [orgId, model, sha256(id), JSON.stringify(payload), token.clientId, token.userId, grantId, seconds],
    );
  const openid = granted['openid'] as Payload;
  const ofToken: (() => [string, Payload, number?])[] = [
    () => ['expired', { exp: past }],
    () => ['expired row', {}, -1],
    () => ['kind', { kind: 'ClientCredentials' }],
    () => ['no scope', { scope: undefined }],
    () => ['no openid', { scope: 'email profile' }],
    () => ['openid alone', { scope: 'openid' }],
    () => [
      'some scopes',
      { scope: ['openid', random.pick(['email', 'phone', 'groups', 'orders', 'unknown'])].join(' ') },
    ],
    () => ['scope twice', { scope: 'openid email openid email profile' }],
    () => ['audience', { aud: 'https://api.example.com/' }],
    () => ['no grant', { grantId: undefined }],
    () => ['user', { accountId: member }],
    () => ['unknown user', { accountId: newId('usr') }],
    () => ['client', { clientId: newId('cli') }],
    () => ['bound', { jkt: 'x'.repeat(43) }],
    () => ['session', { expiresWithSession: true, sessionUid: 'unknown' }],
    () => ['no session', { expiresWithSession: false, sessionUid: 'unknown' }],
    () => ['not yet', { nbf: Math.floor(Date.now() / 1000) + 500 }],
    () => ['text as time', { exp: '9999999999' }],
    () => ['extra', { extra: { act: { sub: 'x' } } }],
    ...askedClaims.map((asked): (typeof ofToken)[number] => () => [
      'claims',
      { claims: { userinfo: asked } },
    ]),
    () => ['claims for the ID token', { claims: { id_token: { email: null } } }],
    () => ['claims and scope', { scope: 'openid', claims: { userinfo: random.pick(askedClaims) } }],
  ];
  const ofGrant: (() => [string, Payload | undefined, number?])[] = [
    () => ['nothing', undefined],
    () => ['expired', { exp: past }],
    () => ['expired row', {}, -1],
    () => ['user', { accountId: member }],
    () => ['client', { clientId: newId('cli') }],
    () => ['kind', { kind: 'Session' }],
    () => ['no openid', { openid: undefined }],
    () => [
      'fewer scopes',
      {
        openid: {
          ...openid,
          scope: random.pick(['openid', 'openid email', 'email', 'phone openid', 'unknown']),
        },
      },
    ],
    () => ['more scopes', { openid: { ...openid, scope: `${String(openid['scope'])} unknown email` } }],
    () => [
      'claims',
      { openid: { scope: 'openid', claims: ['email', 'name', 'department', 'unknown', 'sub'] } },
    ],
    () => ['claims alone', { openid: { claims: ['email', 'nickname'] } }],
    () => ['refusals', { rejected: { openid: { scope: 'email', claims: ['name', 'sub'] } } }],
    () => ['no refusals', { rejected: {} }],
    () => ['resources', { resources: { 'https://api.example.com/': 'orders' } }],
  ];
  const changed: Token[] = [];
  const make = async (
    name: string,
    [t, tSeconds]: [Payload, number?],
    [g, gSeconds]: [Payload | undefined, number?],
  ) => {
    const [id, grantId] = [random.text(43), random.text(43)];
    await save('AccessToken', id, { ...base, grantId, ...t }, grantId, tSeconds ?? 3600);
    if (g) await save('Grant', grantId, { ...granted, ...g }, grantId, gSeconds ?? 3600);
    changed.push({ ...of, name: `changed: ${name}`, value: id, kind: 'changed' });
  };
  for (const one of ofToken) {
    const [name, payload, seconds] = one();
    await make(name, [payload, seconds], [{}]);
  }
  for (const one of ofGrant) {
    const [name, payload, seconds] = one();
    await make(`grant, ${name}`, [{}], [payload, seconds]);
  }
  for (let count = 0; count < 15; count++) {
    const [ofT, ofG] = [random.pick(ofToken)(), random.pick(ofGrant)()];
    await make(`${ofT[0]}; grant, ${ofG[0]}`, [ofT[1], ofT[2]], [ofG[1], ofG[2]]);
  }
  return changed;
}

/** Copies of a token that a client has for itself. */
export async function changedMachineTokens({
  orgId,
  sql,
  of,
}: {
  orgId: string;
  sql: TestService['sql'];
  of: Token;
}): Promise<Token[]> {
  const now = Math.floor(Date.now() / 1000);
  const changes: [name: string, payload: Payload, seconds?: number][] = [
    ['no scope', { scope: undefined }],
    ['scopes', { scope: 'orders email' }],
    ['audience', { aud: resource }],
    ['its own audience', { aud: of.party.clientId }],
    ['another audience', { aud: 'https://other.example.com/' }],
    ['audiences', { aud: [resource, 'https://other.example.com/'] }],
    ['bound', { jkt: 'x'.repeat(43) }],
    ['extra', { extra: { act: { sub: 'x' } } }],
    ['expired', { exp: now - 100 }],
    ['expired row', {}, -1],
    ['from the future', { iat: now + 1000 }],
    ['not yet', { nbf: now + 1000 }],
    ['kind', { kind: 'AccessToken' }],
    ['unknown client', { clientId: newId('cli') }],
    ['text as time', { exp: '9999999999' }],
    ['empty scope', { scope: '' }],
  ];
  const made: Token[] = [];
  for (const [name, payload, seconds = 3600] of changes) {
    const value = hash('sha256', name, 'base64url');
    await sql(
      `insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, expires_at)
       select org_id, model, $3, $4, client_id, now() + $5 * interval '1 second'
         from oidc_artifacts where org_id = $1 and model = 'ClientCredentials' and id_hash = $2`,
      [
        orgId,
        sha256(of.value),
        sha256(value),
        JSON.stringify({
          iat: now,
          exp: now + 3600,
          scope: 'orders',
          kind: 'ClientCredentials',
          clientId: of.party.clientId,
          ...payload,
        }),
        seconds,
      ],
    );
    made.push({ ...of, name: `changed: ${name}`, value, kind: 'changed machine' });
  }
  return made;
}
