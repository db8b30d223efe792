// The compatibility gate: what in the contract would break clients of the released one (docs/compatibility.md).
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { type Direction, type SchemaRuleName, schemaComparer, type Tell } from './breaking-schemas.ts';
import {
  type Answer,
  type Contract,
  follow,
  type Media,
  type Operation,
  operationsOf,
  readContract,
  type Schema,
} from './contract.ts';

export type Versioned = Contract & { info: { version: string } };
export type Rule =
  | (SchemaRuleName | 'operation' | 'operation-id' | 'tag' | 'permission' | 'security' | 'security-scheme')
  | ('parameter' | 'required-parameter' | 'body' | 'required-body' | 'status' | 'media' | 'header');
interface Header {
  $ref?: string;
  required?: boolean;
  schema?: Schema;
}

const keyOf = ({ method, path }: Operation) => `${method} ${path}`;
const parametersOf = ({ parameters }: Operation) =>
  new Map(parameters.map((one) => [`${one.in} parameter ${one.name?.toLowerCase()}`, one]));

type Way = Record<string, string[]>;
/** The choices of authentication; no requirement at all is the same as one of nothing. */
function waysIn(contract: Contract, { security = contract.security ?? [] }: Operation): Way[] {
  return security.length === 0 ? [{}] : security;
}
const isWithin = (one: Way, other: Way) =>
  Object.entries(one).every(
    ([scheme, scopes]) => scopes.every((scope) => other[scheme]?.includes(scope)) && other[scheme],
  );

/** Everything of `released` that clients may rely on and `present` no longer keeps, a line each. */
export function breaking(released: Contract, present: Contract): string[] {
  const found = new Set<string>();
  const tell: Tell<Rule> = (rule, where, what) => found.add(`${where}: ${what} (${rule})`);
  const compare = schemaComparer(released, present, tell);

  function compareContent(direction: Direction, before: Content, after: Content, where: string): void {
    for (const [type, media] of Object.entries(before ?? {})) {
      if (!after?.[type]) tell('media', where, `${type} is gone`);
      else compare(direction, media.schema ?? {}, after[type].schema ?? {}, where);
    }
  }

  function compareParameters(before: Operation, after: Operation): void {
    const [old, now] = [parametersOf(before), parametersOf(after)];
    for (const [name, is] of now) {
      const was = old.get(name);
      if (is.required && !was?.required) tell('required-parameter', before.id, `${name} is required now`);
      if (was) compare('request', was.schema ?? {}, is.schema ?? {}, `${before.id} ${name}`);
    }
    for (const name of old.keys()) if (!now.has(name)) tell('parameter', before.id, `${name} is gone`);
  }

  function compareBodies({ id, body: before }: Operation, { body: after }: Operation): void {
    if (before && !after) tell('body', id, 'the request body is gone');
    if (after?.required && !before?.required) tell('required-body', id, 'the request body is required now');
    if (after) compareContent('request', before?.content, after.content, `${id} request`);
  }

  function compareAnswers(before: Operation, after: Operation): void {
    for (const [status, answer] of Object.entries(before.responses)) {
      const where = `${before.id} ${status}`;
      const is = after.responses[status];
      if (is) compareAnswer(follow(released, answer), follow(present, is), where);
      // An error that no longer happens breaks nobody.
      else if (/^[23]/.test(status)) tell('status', before.id, `${status} is gone`);
    }
  }

  function compareAnswer(before: Answer, after: Answer, where: string): void {
    compareContent('response', before.content, after.content, where);
    for (const [name, header] of Object.entries(before.headers ?? {})) {
      const other = after.headers?.[name];
      const was: Header = follow(released, header);
      const is: Header | undefined = other && follow(present, other);
      if (!is) tell('header', where, `${name} is gone`);
      else if (was.required && !is.required) tell('header', where, `${name} may be absent now`);
      else compare('response', was.schema ?? {}, is.schema ?? {}, `${where} ${name}`);
    }
  }

  const operations = new Map(operationsOf(present).map((one) => [keyOf(one), one]));
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
    const ways = waysIn(present, after);
    if (!waysIn(released, before).every((way) => ways.some((other) => isWithin(other, way))))
      tell('security', before.id, 'asks for another authentication');
    compareParameters(before, after);
    compareBodies(before, after);
    compareAnswers(before, after);
  }
  const [old = {}, now = {}] = [released, present].map(({ components }) => components?.['securitySchemes']);
  for (const [name, scheme] of Object.entries(old)) {
    const essence = (one: unknown) => ({ ...(one as object | undefined), description: '', bearerFormat: '' });
    if (!isDeepStrictEqual(essence(scheme), essence(now[name])))
      tell('security-scheme', name, 'is another one');
  }
  return [...found];
}
type Content = Record<string, Media> | undefined;

const majorOf = ({ info }: Versioned) => Number(info.version.split('.')[0]);

/** What keeps the contract from being released: nothing where its major version says that it breaks. */
export const gate = (released: Versioned, present: Versioned): string[] =>
  majorOf(present) > majorOf(released) ? [] : breaking(released, present);

if (import.meta.main) {
  const released = parse(readFileSync('openapi/released.yaml', 'utf8')) as Versioned;
  const findings = gate(released, readContract() as Versioned);
  for (const line of findings) console.error(line);
  if (findings.length > 0) {
    console.error(`These break clients of ${released.info.version}: see docs/compatibility.md.`);
    process.exit(1);
  }
}
