// The compatibility gate: what in the contract would break clients of the released one (docs/compatibility.md).
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { mostBytes, statedLimit } from './body-limits.ts';
import { type MessageRule, messageComparers } from './breaking-messages.ts';
import type { Tell } from './breaking-schemas.ts';
import { texts, unknownChanges } from './breaking-unknown.ts';
import { type Contract, type Operation, operationsOf } from '../src/lib/contract.ts';
import { readContract } from './contract.ts';

export type Versioned = Contract & { info: { version: string } };
export type Rule =
  | (MessageRule | 'operation' | 'operation-id' | 'tag' | 'permission' | 'security' | 'security-scheme')
  | ('server' | 'webhook' | 'body-limit');

const known = 'id operationId method path tag tags security secured parameters body requestBody responses';
const judged = [
  ...known.split(' '),
  'x-permission',
  'x-audit',
  'x-effects',
  'x-recent',
  'x-ending-callers',
  'x-secret',
  'x-caller',
  'x-cross-site',
  'x-rate-limit',
  'x-max-body',
  'x-transaction',
  'x-reads',
  'x-concurrency',
  'x-log',
  'x-metric',
  'x-work',
  'x-codeSamples',
  ...texts,
];
const keyOf = ({ method, path }: Operation) => `${method} ${path}`;
const byKey = (operations: Operation[]) => new Map(operations.map((one) => [keyOf(one), one]));
const webhooksOf = (contract: Contract) => operationsOf({ ...contract, paths: contract.webhooks ?? {} });

type Way = Record<string, string[]>;
/** The choices of authentication; no requirement at all is the same as one of nothing. */
function waysIn(contract: Contract, { security = contract.security ?? [] }: Operation): Way[] {
  return security.length === 0 ? [{}] : security;
}
const isWithin = (one: Way, other: Way) =>
  Object.entries(one).every(
    ([scheme, scopes]) => scopes.every((scope) => other[scheme]?.includes(scope)) && other[scheme],
  );

/** Returns the part of the server's URL that stands before every path of the contract. */
const pathOf = ({ servers }: Contract) =>
  servers?.[0]?.url.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/\/$/, '') ?? '';

/** Everything of `released` that clients may rely on and `present` no longer keeps, a line each. */
export function breaking(released: Contract, present: Contract): string[] {
  const found = new Set<string>();
  const tell: Tell<Rule> = (rule, where, what) => found.add(`${where}: ${what} (${rule})`);
  const { compareOperation, compareWebhook } = messageComparers(released, present, tell);
  const unknown = unknownChanges(released, present);

  const operations = byKey(operationsOf(present));
  for (const before of operationsOf(released)) {
    const after = operations.get(keyOf(before));
    if (!after) {
      tell('operation', before.id, `${keyOf(before)} is gone`);
      continue;
    }
    // The client libraries call it by its tag and its operationId.
    if (after.id !== before.id) tell('operation-id', before.id, `is ${after.id} now`);
    if (after.tag !== before.tag) tell('tag', before.id, `was in ${before.tag}, is in ${after.tag}`);
    const [was = 'none', is = 'none'] = [before['x-permission'], after['x-permission']];
    if (was !== is) tell('permission', before.id, `needed ${was}, needs ${is}`);
    // Where nothing said a limit, the one of the schema or of the service held.
    const took = statedLimit(released, before) ?? mostBytes;
    const takes = after['x-max-body'] ?? took;
    if (takes < took) tell('body-limit', before.id, `took bodies of ${took} bytes, takes ${takes}`);
    const ways = waysIn(present, after);
    if (!waysIn(released, before).every((way) => ways.some((other) => isWithin(other, way))))
      tell('security', before.id, 'asks for another authentication');
    for (const what of unknown(judged, before, after)) tell('unknown', before.id, what);
    compareOperation(before, after);
  }
  const webhooks = byKey(webhooksOf(present));
  for (const before of webhooksOf(released)) {
    const after = webhooks.get(keyOf(before));
    if (after) compareWebhook(before, after);
    else tell('webhook', `webhook ${before.path}`, 'is gone');
  }
  const [from, to] = [pathOf(released), pathOf(present)];
  if (from !== to)
    tell('server', 'servers', `every path began with ${from || '/'}, begins with ${to || '/'}`);
  const [old = {}, now = {}] = [released, present].map(({ components }) => components?.['securitySchemes']);
  for (const [name, scheme] of Object.entries(old)) {
    const essence = (one: unknown) => ({ ...(one as object | undefined), description: '', bearerFormat: '' });
    if (!isDeepStrictEqual(essence(scheme), essence(now[name])))
      tell('security-scheme', name, 'is another one');
  }
  return [...found];
}

const majorOf = ({ info }: Versioned) => Number(info.version.split('.')[0]);

/**
 * Returns the changes that keep the contract from being released: none if its major version says that it
 * breaks.
 */
export const gate = (released: Versioned, present: Versioned): string[] =>
  majorOf(present) > majorOf(released) ? [] : breaking(released, present);

if (import.meta.main) {
  const released = parse(readFileSync('test/contract/released.yaml', 'utf8')) as Versioned;
  const findings = gate(released, readContract() as Versioned);
  for (const line of findings) console.error(line);
  if (findings.length > 0) {
    console.error(`These break clients of ${released.info.version}: see docs/compatibility.md.`);
    process.exit(1);
  }
}
