// Writes generated/operations.ts (types and facts by operationId), generated/event-types.ts (the types of events),
// generated/audit-actions.ts (the actions of audit rows) and docs/operations.txt (the API on one page).
import { readFileSync, writeFileSync } from 'node:fs';
import { ownActions } from '../src/audit/own-actions.ts';
import { formType } from '../src/lib/form.ts';
import { bodyLimit } from './body-limits.ts';
import {
  type Contract,
  defaultOf,
  follow,
  type Operation,
  operationsOf,
  type Schema,
} from '../src/lib/contract.ts';
import { readContract } from './contract.ts';

function defaultsOf(contract: Contract, schema: Schema): string[] {
  const { properties = {}, allOf = [] } = follow(contract, schema);
  const own = Object.entries(properties).filter(
    ([, value]) => defaultOf(follow(contract, value)) !== undefined,
  );
  return [...own.map(([name]) => name), ...allOf.flatMap((part) => defaultsOf(contract, part))];
}

const quote = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const union = (names: string[]) => [...new Set(names)].map(quote).join(' | ') || 'never';
const text = (value: string | undefined) => (value === undefined ? 'null' : quote(value));
const list = (names: string[]) => `[${[...new Set(names)].map(quote).join(', ')}]`;
const pascal = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

/** The fields that may be sent several times in a form: those of type array. */
function formListsOf(contract: Contract, schema: Schema): string[] {
  const { properties = {}, allOf = [] } = follow(contract, schema);
  const own = Object.entries(properties).filter(([, value]) => follow(contract, value).type === 'array');
  return [...own.map(([name]) => name), ...allOf.flatMap((part) => formListsOf(contract, part))];
}

function typeLine(contract: Contract, operation: Operation, declared: ReadonlySet<string>): string {
  const { id } = operation;
  const query = operation.parameters.filter(
    (parameter) =>
      parameter.in === 'query' && defaultOf(follow(contract, parameter.schema ?? {})) !== undefined,
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

const record = (values: object): string =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? quote(value) : String(value)}`)
    .join(', ')} }`;

function transactionOf({ secured, 'x-audit': audit = 'none', 'x-transaction': when }: Operation): string {
  return audit === 'none' || !secured ? 'null' : quote(when ?? 'around');
}

/** Returns the class of work of an operation: what its requests compete for. */
function workOf(operation: Operation): string | undefined {
  const { 'x-rate-limit': counted, 'x-work': work } = operation;
  // A browser shows its script no response where the preflight failed, not even a refusal.
  if (counted === 'none' || operation.method === 'OPTIONS') return undefined;
  if (work !== undefined) return work;
  if (operation['x-concurrency']) return 'places';
  if (counted === 'verification') return 'verifications';
  if (operation.errors === 'oauth') return 'tokens';
  return operation.errors.endsWith('page') ? 'pages' : 'rows';
}

/** A removal is announced this long before it happens (docs/compatibility.md). */
const shortestNotice = 183 * 86_400_000;

/** Returns the facts for the headers of a deprecated operation (RFC 9745, RFC 8594). @throws if it is announced in part, or too late */
function deprecationOf({ id, deprecated = false, 'x-deprecation': days }: Operation): string {
  if (deprecated !== (days !== undefined))
    throw new Error(`${id} needs both or neither of: deprecated: true, x-deprecation: { since, sunset }`);
  if (!days) return 'null';
  const [since, sunset] = [Date.parse(days.since), Date.parse(days.sunset)];
  if (!(sunset - since >= shortestNotice))
    throw new Error(
      `${id} must work for six months after it is deprecated, as in { since: 2027-01-15, sunset: 2027-07-17 }`,
    );
  return record({ since: since / 1_000, sunset: new Date(sunset).toUTCString() });
}

function factLine(contract: Contract, operation: Operation, preflighted: ReadonlySet<string>): string {
  const { id, body, parameters } = operation;
  const answers = Object.values(operation.responses).map((answer) => follow(contract, answer));
  const idempotent = parameters.some(
    ({ name, in: place }) => place === 'header' && name === 'Idempotency-Key',
  );
  return `  ${id}: {
    method: ${quote(operation.method)},
    path: ${quote(operation.path)},
    tag: ${quote(operation.tag)},
    permission: ${text(operation['x-permission'])},
    recent: ${operation['x-recent'] ?? 'null'},
    refusesEnding: ${operation['x-ending-callers'] === 'refused'},
    audit: ${text(operation['x-audit'])},
    transaction: ${transactionOf(operation)},
    reads: ${operation.method === 'GET' || operation['x-reads'] === true},
    idempotent: ${idempotent},
    secret: ${text(operation['x-secret'])},
    secured: ${operation.secured},
    scheme: ${text(operation.scheme)},
    errors: ${quote(operation.errors)},
    crossSite: ${operation['x-cross-site'] ?? false},
    scripts: ${preflighted.has(operation.path)},
    counted: ${quote(operation['x-rate-limit'] ?? 'address')},
    concurrency: ${operation['x-concurrency'] ? record(operation['x-concurrency']) : 'null'},
    work: ${text(workOf(operation))},
    quiet: ${operation['x-log'] === 'quiet'},
    metric: ${text(operation['x-metric'])},
    bodyRequired: ${body?.required ?? false},
    bodyLimit: ${bodyLimit(contract, operation)},
    requestTypes: ${list(Object.keys(body?.content ?? {}))},
    formLists: ${list(formListsOf(contract, body?.content?.[formType]?.schema ?? {}))},
    responseTypes: ${list(answers.flatMap((answer) => Object.keys(answer.content ?? {})))},
    statuses: [${Object.keys(operation.responses).map(Number).filter(Number.isInteger).join(', ')}],
    deprecation: ${deprecationOf(operation)},
  },`;
}

/** The source of generated/operations.ts; `declared` holds the names the type generator exported. */
export function render(contract: Contract, declared: ReadonlySet<string>): string {
  const operations = operationsOf(contract);
  const families = Map.groupBy(operations, ({ tag }) => tag);
  const preflighted = new Set(
    operations.filter(({ method }) => method === 'OPTIONS').map(({ path }) => path),
  );
  return `// Generated from openapi/ by \`make generate\` (scripts/operations.ts); do not edit.
import type * as types from './types/types.gen.ts';

export interface Operations {
${operations.map((operation) => typeLine(contract, operation, declared)).join('\n')}
}

export interface Families {
${[...families].map(([tag, members]) => `  ${quote(tag)}: ${union(members.map(({ id }) => id))};`).join('\n')}
}

/** How many requests of an operation run at once on a node (\`x-concurrency\`). */
export interface Concurrency {
  /** The name of the places, where several operations share them. */
  shared?: string;
  /** How many requests of a tenant run at once. */
  tenant: number;
  /** How many requests of all tenants run at once. */
  node?: number;
  /** How many more requests of a tenant wait for a place, and how long. */
  waiting?: number;
  waitSeconds?: number;
  /** For each second of use, a place rests for this many seconds. */
  rest?: number;
  /** Whether a request waits only for a place that rests. */
  onlyResting?: boolean;
  /** The \`Retry-After\` of a refusal; absent where its caller cannot know it. */
  retryAfter?: number;
  /** The detail of a refusal; \`{limit}\` stands for the limit that it met. */
  detail?: string;
}

/** Classes of work. Each has a limit of its own on a node, so that too many requests of one class keep out no other. */
export const works = [
  'verifications',
  'tokens',
  'rows',
  'pages',
  'hashes',
  'messages',
  'places',
] as const;
export type Work = (typeof works)[number];

export interface OperationFacts {
  method: string;
  path: string;
  tag: string;
  /** The scope or the token's permission a caller needs, or null where none is asked for. */
  permission: string | null;
  /** How many seconds ago a user may have signed in who calls it by a session; null where it does not matter. */
  recent: number | null;
  /** Whether a caller is refused that ends or is capped, because what it gives would last (docs/decisions/0093). */
  refusesEnding: boolean;
  /** The action the audit row carries, \`none\` where there is deliberately no row. */
  audit: string | null;
  /**
   * Whether the handler runs in the transaction of its change, or before it. null where the operation changes nothing, or where
   * no caller is known and its handler opens transactions itself.
   */
  transaction: 'around' | 'after' | null;
  /** Whether it reads by entities: every GET does. */
  reads: boolean;
  /** Whether it honours \`Idempotency-Key\`. */
  idempotent: boolean;
  /** The field of its answer that holds a secret, which \`X-Wrap-Ttl\` wraps; null where there is none. */
  secret: string | null;
  secured: boolean;
  /** The security scheme: which secret lets its caller in. */
  scheme: string | null;
  /** Whose error body its refusals have. */
  errors: 'api' | 'scim' | 'page' | 'oauth' | 'oauth-page';
  /** Whether other sites may post to this page. */
  crossSite: boolean;
  /** Whether scripts of other origins may call it: its path has a preflight (OPTIONS). */
  scripts: boolean;
  /**
   * The bucket of requests without a key: that of the address, or of the OAuth client that asks. \`verification\` is a bucket
   * of the key, and the body is a VerificationRequest. \`token\` counts tokens that work once, and the body has one in \`token\`.
   * \`bearer\` is the bucket of the address, and an access token tells who asks. \`none\` is never limited.
   */
  counted: 'address' | 'client' | 'verification' | 'preview' | 'token' | 'bearer' | 'none';
  concurrency: Concurrency | null;
  /** What its requests compete for with those of other operations (src/http/admission/door.ts); null where none is ever refused. */
  work: Work | null;
  /** Whether the log has its successful requests at the level debug only. */
  quiet: boolean;
  /** The metric that counts its successful responses by their \`code\`. */
  metric: 'verification' | null;
  bodyRequired: boolean;
  /** The largest body in bytes, by its schema (scripts/body-limits.ts); 0 where the operation takes none. */
  bodyLimit: number;
  requestTypes: readonly string[];
  /** The fields of a form that may be sent several times. */
  formLists: readonly string[];
  responseTypes: readonly string[];
  statuses: readonly number[];
  /** Since when it is deprecated, in seconds since 1970, and the HTTP date of its end; null for most. */
  deprecation: { since: number; sunset: string } | null;
}

export const operations = {
${operations.map((operation) => factLine(contract, operation, preflighted)).join('\n')}
} as const satisfies Record<keyof Operations, OperationFacts>;
`;
}

/** The source of generated/event-types.ts. */
function eventTypes({ webhooks = {} }: Contract): string {
  return `// Generated from openapi/events.yaml by \`make generate\` (scripts/operations.ts); do not edit.

export const eventTypes = [
${Object.keys(webhooks)
  .map((type) => `  ${quote(type)},`)
  .join('\n')}
] as const;
`;
}

/** The source of generated/audit-actions.ts. */
function auditActions(contract: Contract): string {
  // Acts of operators are in the audit of operators, which no tenant reads.
  const declared = operationsOf(contract)
    .filter(({ scheme }) => scheme !== 'operatorKey')
    .map((operation) => operation['x-audit'] ?? 'none');
  const actions = new Set([...declared.filter((action) => action !== 'none'), ...ownActions]);
  return `// Generated from openapi/ and src/audit/own-actions.ts by \`make generate\` (scripts/operations.ts); do not edit.

/** Every action of an audit row. */
export const auditActions: readonly string[] = [
${[...actions]
  .toSorted()
  .map((action) => `  ${quote(action)},`)
  .join('\n')}
];
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

if (import.meta.main) {
  const contract = readContract();
  const source = readFileSync('generated/types/types.gen.ts', 'utf8');
  const declared = new Set([...source.matchAll(/^export type (\w+) =/gm)].map((match) => match[1] ?? ''));
  writeFileSync('generated/operations.ts', render(contract, declared));
  writeFileSync('generated/event-types.ts', eventTypes(contract));
  writeFileSync('generated/audit-actions.ts', auditActions(contract));
  writeFileSync('docs/operations.txt', page(contract));
}
