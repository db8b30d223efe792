import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../generated/operations.ts';
import { scimType } from '../../src/http/scim-failures.ts';
import { formType } from '../../src/lib/form.ts';
import { isHosted } from '../../src/lib/contract.ts';
import {
  type Case,
  everything,
  exampleBody,
  pathFor,
  reader,
  targetOf,
  workingCall,
} from '../../test/contract/enumerate.ts';
import { makers } from '../../test/contract/ids.ts';
import { aScimToken } from '../../test/support/builders.ts';
import type { CallParts, Client } from '../../test/support/client.ts';
import { manyPeople } from '../../test/support/many-people.ts';
import { receiverCa } from '../../test/support/receiver.ts';
import type { TestService } from '../../test/support/service.ts';
import type { Attack, Shot } from './attack.ts';
import { aSecret, keyed, limits } from './callers.ts';
import { federationAttacks } from './federation-shots.ts';
import { reportAttacks } from './report-shots.ts';
import { samlAttacks } from './saml-shots.ts';

/** Resources of one operation, so that not every request meets what the first one left. */
const different = 4;

const jsonOf = (errors: string | undefined): string => (errors === 'scim' ? scimType : 'application/json');

function shotOf(operation: Case, { path = {}, body }: CallParts, secret: string | undefined): Shot {
  const isForm = operation.body?.content?.[formType] !== undefined;
  const text =
    body === undefined
      ? undefined
      : isForm
        ? new URLSearchParams(body as Record<string, string>).toString()
        : JSON.stringify(body);
  return {
    method: operation.method,
    path: targetOf(operation, path) + queryOf(operation),
    headers: {
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
      ...(text === undefined
        ? {}
        : {
            'content-type': isForm ? formType : jsonOf(operation.errors),
            'content-length': String(Buffer.byteLength(text)),
          }),
    },
    ...(text === undefined ? {} : { body: text }),
  };
}

/** The longest page that a list has. */
function queryOf({ parameters }: Case): string {
  for (const { name, schema } of parameters) {
    const { maximum } = reader.follow(schema ?? {}) as { maximum?: number };
    if ((name === 'limit' || name === 'count') && maximum !== undefined) return `?${name}=${maximum}`;
  }
  return '';
}

/** The body of a request that is as long as the operation takes, with nearly as many values as any takes. */
function longest(operation: Case): string | undefined {
  if (!operation.body || operation.body.content?.[formType]) return undefined;
  const room = operations[operation.id].bodyLimit - 20;
  const values = '[{"a":1.5e3}],'.repeat(Math.min(16_000, Math.floor(room / 14)));
  // Escapes are what takes longest in a text.
  const text = String.raw`\u00e9`.repeat(Math.floor((room - values.length) / 6));
  return `[${values}"${text}"]`;
}

/** Whether the tests can make each resource that a path names. */
const isKnown = ({ path }: Case): boolean =>
  [...path.matchAll(/\{\w+\}/g)].every(({ 0: name, index }) => path.slice(0, index + name.length) in makers);

/** A path with the tenant and, where one can be made, a resource that is there. */
const hostedPath = async (operation: Case, ours: Client): Promise<Record<string, string>> => ({
  orgId: ours.orgId ?? '',
  ...(isKnown(operation) ? await pathFor(operation, ours) : {}),
});

/** Every operation of the contract, by a caller that has not called before: its working call, and its longest body. */
async function* attacks({ ours, sql }: TestService, only?: RegExp): AsyncGenerator<Attack> {
  for (const operation of everything) {
    if (only && !only.test(operation.id)) continue;
    const { secured, errors } = operation;
    const secret = secured ? await aSecret(ours, errors) : undefined;
    const limit = secured
      ? limits[errors === 'scim' ? 'scim' : 'key']
      : limits[isHosted(operation) ? 'page' : 'stranger'];
    // No setting lifts their quotas, which an attack uses up.
    for (const table of ['alert_rules', 'federation_setup_links']) await sql(`delete from ${table}`);
    const calls: CallParts[] = [];
    for (let n = 0; n < different; n++)
      calls.push(
        isHosted(operation)
          ? { path: await hostedPath(operation, ours), body: exampleBody(operation) }
          : await workingCall(operation, ours),
      );
    const shots = calls.map((call) => shotOf(operation, call, secret));
    yield { name: operation.id, shots, ...limit };
    const body = longest(operation);
    const [first] = shots;
    if (body === undefined || !first) continue;
    const headers: Record<string, string> = {
      ...first.headers,
      'content-length': String(Buffer.byteLength(body)),
    };
    // A caller of its own: the other one has spent its minute.
    if (secured) headers['authorization'] = `Bearer ${await aSecret(ours, errors)}`;
    yield { name: `${operation.id}, longest`, shots: [{ ...first, headers, body }], ...limit };
  }
}

/**
 * All attacks, or those on the operations in ONLY=<pattern>. `expensive` in it chooses what once harmed a neighbour, `saml` the most
 * expensive messages of SAML, `federation` those of identity providers, and `reports` the reports of a large tenant.
 * @param origin of the service that is attacked
 */
export async function* everyAttack(service: TestService, origin: string): AsyncGenerator<Attack> {
  const only = process.env['ONLY'] === undefined ? undefined : new RegExp(process.env['ONLY']);
  yield* attacks(service, only);
  if (!only || only.test('expensive')) yield* expensive(service);
  if (!only || only.test('saml')) yield* samlAttacks(service, origin);
  if (!only || only.test('federation')) yield* federationAttacks(service, origin);
  if (!only || only.test('reports')) yield* reportAttacks(service);
}

/** Identity providers of the bench have certificates of the tests. */
const folder = mkdtempSync(join(tmpdir(), 'keyward-attacked-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const ca = join(folder, 'ca.pem');
writeFileSync(ca, receiverCa.ca);

/** The settings of a service that is attacked: its defaults, with room for the tokens that the attacks use. */
export const attackedWith = {
  NODE_EXTRA_CA_CERTS: ca,
  EGRESS_ALLOW: '127.0.0.0/8',
  RATE_LIMIT_PER_MINUTE: '',
  WARM_UP: '',
  LOG_LEVEL: 'error',
  MAX_SCIM_TOKENS: '1000',
  SECRET_SCANNING_KEYS_URL: 'https://keys.invalid/',
};

const password = 'vivid-harbor-cello-42';

/** Yields expensive requests that once harmed a neighbour. The examples of the contract do not contain them. */
async function* expensive(service: TestService): AsyncGenerator<Attack> {
  const { ours } = service;
  const orgId = ours.orgId ?? '';
  await ours.call('updatePasswordPolicy', { body: { historyCount: 24 } });
  const made = Array.from({ length: 120 }, (_, n) => ({
    email: `loud-${n}-${randomUUID()}@example.com`,
    password,
  }));
  yield {
    name: 'createUser with a password',
    shots: await keyed(ours, 'POST', '/api/v1/directory/users', made),
    ...limits.key,
  };
  const { body: user } = await ours.call('createUser', {
    body: { email: `${randomUUID()}@example.com`, password },
  });
  const changes = Array.from({ length: 120 }, (_, n) => ({ password: `quiet-lantern-orbit-${n}` }));
  yield {
    name: 'updateUser, 24 old passwords',
    shots: await keyed(ours, 'PATCH', `/api/v1/directory/users/${user.id}`, changes),
    ...limits.key,
  };
  yield {
    name: 'signing keys are rotated',
    shots: await keyed(ours, 'POST', '/api/v1/keys/rotate', [{}]),
    ...limits.key,
  };
  await manyPeople(service, orgId, 60_000);
  const { token } = await aScimToken(ours);
  const scim = (method: string, path: string, body: object): Shot => ({
    method,
    path: `/api/scim/v2/${orgId}${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': scimType },
    body: JSON.stringify(body),
  });
  const terms = Array.from({ length: 40 }, (_, n) => `displayName co "${n}zz" or name.familyName ew "${n}y"`);
  yield {
    name: 'SCIM searches of 60,000 people',
    shots: [scim('POST', '/Users/.search', { filter: terms.join(' or '), count: 100 })],
    ...limits.scim,
  };
  const value = 'İ'.repeat(100);
  const path = `emails[${Array.from({ length: 64 }, () => `value gt "${value}"`).join(' or ')}].display`;
  const { token: another } = await aScimToken(ours);
  yield {
    name: 'SCIM changes by a filter of 64 terms',
    shots: [
      scim('PATCH', `/Users/${user.id}`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: Array.from({ length: 8 }, () => ({ op: 'replace', path, value: 'x' })),
      }),
    ].map((shot) => ({ ...shot, headers: { ...shot.headers, authorization: `Bearer ${another}` } })),
    ...limits.scim,
  };
  const form = (path: string): Shot => ({
    method: 'POST',
    path: `/api/oidc/${orgId}${path}`,
    headers: { 'content-type': formType },
    body: new URLSearchParams({ client_id: randomUUID(), state: 'x'.repeat(15_000) }).toString(),
  });
  yield {
    name: 'long forms of strangers',
    shots: [form('/authorize'), form('/end-session')],
    ...limits.page,
  };
}
