// Reads the bundled contract; run as a command it writes generated/operations.ts and docs/operations.txt.
import { readFileSync, writeFileSync } from 'node:fs';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean | Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}
export interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  description?: string;
  schema?: Schema;
}
export interface Answer {
  $ref?: string;
  headers?: Record<string, { $ref?: string }>;
  content?: Record<string, Media>;
}
export interface Body {
  $ref?: string;
  required?: boolean;
  content?: Record<string, Media>;
}
interface OperationObject {
  operationId?: string;
  tags?: string[];
  summary?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Answer>;
  security?: Record<string, string[]>[];
  'x-permission'?: string;
  'x-audit'?: string;
}
const methods = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head'] as const;
type PathItem = { [M in (typeof methods)[number]]?: OperationObject } & { parameters?: Parameter[] };
export interface Contract {
  tags?: { name: string }[];
  security?: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  components?: { schemas?: Record<string, Schema>; [kind: string]: Record<string, unknown> | undefined };
}

/** An operation with everything it inherits from its path item and from the root. */
export interface Operation extends OperationObject {
  id: string;
  method: string;
  path: string;
  tag: string;
  secured: boolean;
  parameters: Parameter[];
  body: Body | undefined;
  responses: Record<string, Answer>;
}

export function follow<T extends { $ref?: string }>(contract: Contract, node: T): T {
  if (node.$ref === undefined) return node;
  const steps = node.$ref.slice(2).split('/');
  let target: unknown = contract;
  for (const step of steps) target = (target as Record<string, unknown> | undefined)?.[step];
  if (target === undefined) throw new Error(`${node.$ref} points at nothing`);
  return follow(contract, target as T);
}

export function operationsOf(contract: Contract): Operation[] {
  const list = Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const object = item[method];
      if (!object) return [];
      const parameters = [...(item.parameters ?? []), ...(object.parameters ?? [])];
      const security = object.security ?? contract.security ?? [];
      return {
        ...object,
        id: object.operationId ?? `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        tag: object.tags?.[0] ?? '',
        // An empty requirement ({}) among others means that a caller without a key is let in.
        secured: security.length > 0 && security.every((schemes) => Object.keys(schemes).length > 0),
        parameters: parameters.map((parameter) => follow(contract, parameter)),
        body: object.requestBody && follow(contract, object.requestBody),
        responses: object.responses ?? {},
      };
    }),
  );
  const order = (contract.tags ?? []).map(({ name }) => name);
  return list.sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag)); // stable: paths keep their order
}

function defaultsOf(contract: Contract, schema: Schema): string[] {
  const { properties = {}, allOf = [] } = follow(contract, schema);
  const own = Object.entries(properties).filter(([, value]) => follow(contract, value).default !== undefined);
  return [...own.map(([name]) => name), ...allOf.flatMap((part) => defaultsOf(contract, part))];
}

const quote = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const union = (names: string[]) => [...new Set(names)].map(quote).join(' | ') || 'never';
const list = (names: string[]) => `[${[...new Set(names)].map(quote).join(', ')}]`;
const pascal = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

function typeLine(contract: Contract, operation: Operation, declared: ReadonlySet<string>): string {
  const { id } = operation;
  const query = operation.parameters.filter(
    (parameter) => parameter.in === 'query' && follow(contract, parameter.schema ?? {}).default !== undefined,
  );
  const schemas = Object.values(operation.body?.content ?? {}).flatMap(({ schema }) => schema ?? []);
  const name = pascal(id);
  if (!declared.has(`${name}Data`)) throw new Error(`generated/types has no ${name}Data for ${id}`);
  // The type generator leaves redirects out, so they are added here.
  const redirects = Object.keys(operation.responses).filter((status) => status.startsWith('3'));
  const responses = [
    ...(declared.has(`${name}Responses`) ? [`types.${name}Responses`] : []),
    ...(redirects.length > 0 ? [`{ ${redirects.map((status) => `${status}: void`).join('; ')} }`] : []),
  ].join(' & ');
  if (responses === '') throw new Error(`${id} declares no answer below 400`);
  return `  ${id}: {
    data: types.${name}Data;
    responses: ${responses};
    queryDefaults: ${union(query.map((parameter) => parameter.name ?? ''))};
    bodyDefaults: ${union(schemas.flatMap((schema) => defaultsOf(contract, schema)))};
  };`;
}

function factLine(contract: Contract, operation: Operation): string {
  const { id, body, parameters } = operation;
  const answers = Object.values(operation.responses).map((answer) => follow(contract, answer));
  const text = (value: string | undefined) => (value === undefined ? 'null' : quote(value));
  const idempotent = parameters.some(
    ({ name, in: place }) => place === 'header' && name === 'Idempotency-Key',
  );
  return `  ${id}: {
    method: ${quote(operation.method)},
    path: ${quote(operation.path)},
    tag: ${quote(operation.tag)},
    permission: ${text(operation['x-permission'])},
    audit: ${text(operation['x-audit'])},
    idempotent: ${idempotent},
    secured: ${operation.secured},
    bodyRequired: ${body?.required ?? false},
    requestTypes: ${list(Object.keys(body?.content ?? {}))},
    responseTypes: ${list(answers.flatMap((answer) => Object.keys(answer.content ?? {})))},
    statuses: [${Object.keys(operation.responses).map(Number).filter(Number.isInteger).join(', ')}],
  },`;
}

/** The source of generated/operations.ts; `declared` holds the names the type generator exported. */
export function render(contract: Contract, declared: ReadonlySet<string>): string {
  const operations = operationsOf(contract);
  const families = Map.groupBy(operations, ({ tag }) => tag);
  return `// Generated from openapi/ by \`make generate\` (scripts/operations.ts); do not edit.
import type * as types from './types/types.gen.ts';

export interface Operations {
${operations.map((operation) => typeLine(contract, operation, declared)).join('\n')}
}

export interface Families {
${[...families].map(([tag, members]) => `  ${quote(tag)}: ${union(members.map(({ id }) => id))};`).join('\n')}
}

export interface OperationFacts {
  method: string;
  path: string;
  tag: string;
  /** The scope a caller needs, or null where no key is asked for. */
  permission: string | null;
  /** The action the audit row carries, \`none\` where there is deliberately no row. */
  audit: string | null;
  /** Whether it honours \`Idempotency-Key\`. */
  idempotent: boolean;
  secured: boolean;
  bodyRequired: boolean;
  requestTypes: readonly string[];
  responseTypes: readonly string[];
  statuses: readonly number[];
}

export const operations = {
${operations.map((operation) => factLine(contract, operation)).join('\n')}
} as const satisfies Record<keyof Operations, OperationFacts>;
`;
}

/** The whole API on one page: what a reviewer reads as a diff. */
export function page(contract: Contract): string {
  const operations = operationsOf(contract);
  const width = (pick: (operation: Operation) => string) =>
    Math.max(...operations.map((o) => pick(o).length)) + 2;
  const [ids, verbs, paths] = [width((o) => o.id), width((o) => o.method), width((o) => o.path)];
  const line = (o: Operation) =>
    `${o.id.padEnd(ids)}${o.method.padEnd(verbs)}${o.path.padEnd(paths)}${o['x-permission'] ?? '-'}`;
  const groups = Map.groupBy(operations, ({ tag }) => tag).values();
  return `${[...groups].map((group) => group.map(line).join('\n')).join('\n\n')}\n`;
}

export const readContract = () => JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Contract;

if (import.meta.main) {
  const contract = readContract();
  const source = readFileSync('generated/types/types.gen.ts', 'utf8');
  const declared = new Set([...source.matchAll(/^export type (\w+) =/gm)].map((match) => match[1] ?? ''));
  writeFileSync('generated/operations.ts', render(contract, declared));
  writeFileSync('docs/operations.txt', page(contract));
}
