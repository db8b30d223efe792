import { isHosted, isOurs, type Operation } from '../../src/lib/contract.ts';
import { readContract } from '../../scripts/contract.ts';
import { Reader } from '../../scripts/contract-reader.ts';
import { operations } from '../../generated/operations.ts';
import type { OperationId } from '../../src/operation.ts';
import type { IdPrefix } from '../../src/lib/id.ts';
import { aCredential, aScimToken } from '../support/builders.ts';
import { type Answer, type CallParts, type Client, createClient } from '../support/client.ts';
import { anOperatorKey } from '../support/operators.ts';
import { databaseOf } from '../support/service.ts';
import exemptions from './exemptions.json' with { type: 'json' };
import {
  bodies,
  inside,
  isLasting,
  type Maker,
  makers,
  references,
  tenant,
  uniques,
  wrapped,
} from './ids.ts';

export const reader = new Reader(readContract());
export { exemptions };

/** An operation of the document, with what the generated table says of it. */
export type Case = Operation & { id: OperationId; permission: string | null };

export const everything: Case[] = reader.operations.map((operation) => {
  const id = operation.id as OperationId;
  return { ...operation, id, permission: operations[id].permission };
});

/** Operations that answer programs in JSON. */
export const cases = everything.filter((operation) => !isHosted(operation));

/** Pages for people and the protocol engine: without a key, answering HTML, redirects, or what a protocol says. */
export const hosted = everything.filter(isHosted);

/**
 * Operations that a client of ours can call; test/credentials/api/secret-scanning.test.ts and
 * test/users/api/mail-templates.test.ts are about the others.
 */
export const callable = cases.filter(
  (operation) =>
    isOurs(operation) && !exemptions['is for users with a verified address'].includes(operation.id),
);

export const secured = cases.filter(({ id }) => !exemptions['needs no key'].includes(id));

/** Whether an operator calls it. An operator belongs to no tenant; test/organizations/security is about who else is refused. */
export const isOfOperators = ({ scheme }: Operation): boolean => scheme === 'operatorKey';

/** Operations that callers of a tenant call. */
export const ofTenants = secured.filter((operation) => !isOfOperators(operation));

/** Whether callers with a key, a cookie or a token of a user call it. Directories have operations of their own. */
export const isOfApi = (operation: Case): boolean =>
  ofTenants.includes(operation) && operation.errors === 'api';

export const limited = cases.filter(({ id }) => !exemptions['has no rate limit'].includes(id));
export const parameterized = cases.filter(({ path }) => path.includes('{'));

const directories = new WeakMap<Client, Promise<Client>>();

const operators = new WeakMap<Client, Promise<Client>>();

/** Returns a client with a key of an operator, which belongs to no tenant. The tenant of `client` is the one that its calls name. */
function operatorBeside(client: Client): Promise<Client> {
  const made =
    operators.get(client) ??
    anOperatorKey(databaseOf(client)).then(({ secret }) => createClient(client.origin, secret, client.orgId));
  operators.set(client, made);
  return made;
}

/** Operations about the key that calls. A user with a session cannot call them. */
export const endsItsKey = ({ id }: Case): boolean => id === 'revokeOwnCredential';

/**
 * Returns a client that may call the operation in the client's tenant. SCIM operations get a client with a SCIM token. A key that ends
 * itself is a new one.
 */
export function callerOf(operation: Case, client: Client): Promise<Client> {
  const { errors } = operation;
  if (isOfOperators(operation)) return operatorBeside(client);
  if (endsItsKey(operation))
    return aCredential(client).then(({ secret }) => createClient(client.origin, secret, client.orgId));
  if (errors !== 'scim') return Promise.resolve(client);
  let directory = directories.get(client);
  if (!directory) {
    directory = aScimToken(client).then(({ token }) => createClient(client.origin, token, client.orgId));
    directories.set(client, directory);
  }
  return directory;
}

/** The code of a refusal, wherever this operation has it. */
export const codeOf = ({ errors }: Case, { body, headers }: Pick<Answer, 'body' | 'headers'>): unknown =>
  headers.get('x-error-code') ?? (errors === 'scim' ? undefined : body.code);

/** The fields that a refusal names. */
export const fieldsOf = ({ errors }: Case, { body }: Pick<Answer, 'body'>): string[] =>
  errors === 'scim'
    ? String(body.detail)
        .replace(/^\w+: /, '')
        .split('; ')
        .map((sentence) => sentence.split(' ')[0] ?? '')
    : Object.keys(body.details);

/** The path parameters of an operation and who makes what each names. */
export function parametersOf({ path }: Case): [name: string, maker: Maker][] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => {
    const upTo = path.slice(0, match.index + match[0].length);
    const maker = makers[upTo];
    if (!maker) throw new Error(`test/contract/ids.ts does not know how to make a resource for ${upTo}`);
    return [match[1] ?? '', maker];
  });
}

/** Returns the path parameters that are ids of resources: other tenants have other ids. */
export const idsOf = (operation: Case): [name: string, maker: Maker & { prefix: IdPrefix }][] =>
  parametersOf(operation).flatMap(([name, maker]): [string, Maker & { prefix: IdPrefix }][] => {
    const { prefix } = maker;
    return prefix === undefined || maker === tenant ? [] : [[name, { ...maker, prefix }]];
  });

/** The example of the request body; undefined where the operation takes none. */
export function exampleBody(operation: Case): Record<string, unknown> | undefined {
  const content = operation.body?.content;
  const media = content?.['application/json'] ?? content?.['application/x-www-form-urlencoded'];
  if (!media?.schema) return undefined;
  const [written] = reader.written(media);
  return structuredClone(written ?? reader.example(media.schema)) as Record<string, unknown>;
}

/** The fields of its example body that name a resource. */
export const bodyReferences = (operation: Case): [name: string, maker: Maker][] =>
  Object.keys(exampleBody(operation) ?? {}).flatMap((name): [string, Maker][] => {
    const maker = references[name];
    return maker ? [[name, maker]] : [];
  });

/** Values for the path of an operation, each a fresh resource of this client. */
export async function pathFor(operation: Case, client: Client): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  for (const [name, maker] of parametersOf(operation)) {
    const id = await maker.make(client);
    await maker.place?.(client, id, path);
    path[name] = id;
  }
  return path;
}

/** The example again with what may be there once only replaced, so that the call can be repeated. */
function anotherOne<Body>(body: Body): Body {
  if (body === undefined) return body;
  let text = JSON.stringify(body);
  for (const [form, make] of uniques) text = text.replace(form, make());
  return JSON.parse(text) as Body;
}

/** The body with real resources in place of the ones that it names inside of its fields. */
async function withResources<Body>(body: Body, client: Client): Promise<Body> {
  if (body === undefined) return body;
  let text = JSON.stringify(body);
  for (const [form, make] of inside) if (form.test(text)) text = text.replace(form, await make(client));
  return JSON.parse(text) as Body;
}

/** A call of the operation that succeeds: its example, on fresh resources of this client. */
export async function workingCall(operation: Case, client: Client): Promise<CallParts> {
  const path = await pathFor(operation, client);
  const body = await withResources(anotherOne(exampleBody(operation)), client);
  const made = bodies[operation.id];
  if (made) return { path, body: { ...body, ...(await made(client)) } };
  for (const [name, maker] of bodyReferences(operation)) if (body) body[name] = await maker.make(client);
  const [form, make] = wrapped;
  for (const [name, value] of Object.entries(body ?? {}))
    if (body && typeof value === 'string' && form.test(value)) body[name] = await make(client);
  return { path, ...(body ? { body } : {}), ...(isLasting(operation) ? { query: { seconds: 1 } } : {}) };
}

/** The path of an operation with its parameters filled in. */
export const targetOf = ({ path }: Case, values: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'));

/** The methods a path declares, HEAD where it declares GET. */
export function methodsOf(path: string): string[] {
  const declared = everything.filter((operation) => operation.path === path).map(({ method }) => method);
  return declared.includes('GET') ? [...declared, 'HEAD'] : declared;
}
