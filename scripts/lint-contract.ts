// Our own rules over the bundled contract, beside redocly's. One line per failure; a new rule is one entry.
import { isDeepStrictEqual } from 'node:util';
import { formatRules } from '../src/lib/format.ts';
import { scopeCatalogue } from '../src/lib/scope.ts';
import { shapeOf } from '../src/http/error-shape.ts';
import { type Contract, isHosted, type Operation, type Schema } from '../src/lib/contract.ts';
import { operationsOfOne } from './collection.ts';
import { readContract } from './contract.ts';
import { Reader } from './contract-reader.ts';
import { generatorRules } from './lint-generators.ts';

const verbs =
  'list get create update replace delete rotate revoke suspend reactivate deprovision activate refresh approve reject simulate verify test export ' +
  'exchange unwrap put plan apply backtest replay resolve add remove invite start finish receive search run ' +
  'pause resume recover retry clean right evaluate authorize issue introspect push end confirm answer preflight post show submit preview open redeem close stream';
const scopes: ReadonlySet<string> = new Set(scopeCatalogue);
/** The permissions that a SCIM token may have (ScimPermissions of components/schemas/scim-tokens.yaml). */
const scimPermissions = new Set(['users.read', 'users.write', 'groups.read', 'groups.write']);
/** Operations about the caller itself. They need no permission. */
const aboutItself: ReadonlySet<string> = new Set(['getMe', 'revokeOwnCredential']);
const scimBase = '/api/scim/v2/';
const ofOperators = /^\/api\/v1\/organizations(\/|$)/;
const shared = '#/components/responses/';
const rateLimited = /^(2..|40[0139]|41[235]|429)$/;
const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const statusHeaders: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The values that the service knows of what it reads by name. A misspelled one would change nothing and say nothing. */
const factValues = {
  'x-rate-limit': ['client', 'verification', 'preview', 'token', 'bearer', 'none'],
  'x-transaction': ['after'],
  'x-reads': [true],
  'x-recent': [300],
  'x-ending-callers': ['refused'],
  'x-log': ['quiet'],
  'x-metric': ['verification'],
  'x-work': ['hashes', 'messages'],
} as const satisfies Partial<Record<keyof Operation, readonly unknown[]>>;

const say = (failed: boolean, sentence: string) => (failed ? [sentence] : []);
const managed = ({ path }: Operation) => path.startsWith('/api/v1/');

function headers(operation: Operation, reader: Reader, owed: (status: string) => string[] | undefined) {
  return reader.answers(operation).flatMap(({ status, headers: declared = {} }) => {
    const known = new Set(Object.keys(declared).map((name) => name.toLowerCase()));
    const absent = (owed(status) ?? []).filter((name) => !known.has(name.toLowerCase()));
    return say(absent.length > 0, `declare ${absent.join(', ')} on ${status}`);
  });
}

type OperationRule = (operation: Operation, reader: Reader) => string[];
export const operationRules = {
  'operation-id': ({ operationId = '' }) =>
    say(
      !/^[a-z]+([A-Z][a-z0-9]*)*$/.test(operationId) ||
        !verbs.split(' ').includes(/^[a-z]*/.exec(operationId)?.[0] ?? ''),
      `name it in camelCase with one of these verbs first: ${verbs}`,
    ),
  tag: ({ tags = [], tag }, { contract }) =>
    say(
      tags.length !== 1 ||
        !/^[a-z]+(-[a-z]+)*$/.test(tag) ||
        !contract.tags?.some(({ name }) => name === tag),
      `give it exactly one kebab-case tag that openapi.yaml declares, not [${tags.join(', ')}]`,
    ),
  summary: ({ summary = '' }) =>
    say(
      !/^[A-Z].{0,79}$/.test(summary) || summary.endsWith('.'),
      'write a summary with a capital, at most 80 characters, no full stop',
    ),
  permission: (operation) => {
    const scope = operation['x-permission'];
    if (!operation.secured) return say(scope !== undefined, 'drop x-permission, or ask for a key');
    // Protocol endpoints (SCIM, userinfo) take tokens of their own; where they need none the right is the token itself.
    if (scope === undefined)
      return say(
        managed(operation) && !aboutItself.has(operation.id) && operation.scheme !== 'operatorKey',
        'set x-permission to one scope of the catalogue, resource.action',
      );
    if (operation.scheme === 'scimToken')
      return say(
        !scimPermissions.has(scope),
        `set x-permission to one of ${[...scimPermissions].join(', ')}`,
      );
    return say(!scopes.has(scope), 'set x-permission to one scope of the catalogue, resource.action');
  },
  // The kernel tells by the path whose error body an unknown path below it has, so the two must agree.
  errors: ({ path, errors, scheme }) => {
    const scim = path.startsWith(scimBase);
    return [
      ...say(
        scim !== (errors === 'scim'),
        `set x-errors: scim on the paths below ${scimBase} and on no other`,
      ),
      ...say(scim !== (scheme === 'scimToken'), 'take a scimToken below that base and nowhere else'),
      ...say(
        ofOperators.test(path) !== (scheme === 'operatorKey'),
        'take an operatorKey at /api/v1/organizations and below, and nowhere else',
      ),
      // A redirect of the engine to its own interaction is the one page below its base.
      ...say(
        shapeOf(path) !== errors,
        `set x-errors: ${shapeOf(path)} on the path, as src/http/error-shape.ts has it`,
      ),
    ];
  },
  audit: ({ secured, method, 'x-audit': audit = '' }) =>
    say(
      secured && method !== 'GET' && !/^(none|[a-z_]+\.[a-z_]+)$/.test(audit),
      'set x-audit to noun.verb, or to none where no row is owed',
    ),
  // Facts that decide the work of `src/http` around a handler.
  facts: (operation, { operations }) => {
    const { method, secured, parameters, 'x-audit': audit = 'none', 'x-concurrency': places } = operation;
    const scim = operation.path.startsWith(scimBase);
    const stored =
      parameters.some(({ name }) => name === 'Idempotency-Key') || operation['x-secret'] !== undefined;
    const after = operation['x-transaction'] !== undefined;
    const named = Object.entries(factValues).map(([name, values]: [string, readonly unknown[]]) => {
      const value: unknown = operation[name as keyof typeof factValues];
      return say(
        value !== undefined && !values.includes(value),
        `set ${name} to ${values.join(' or ')}, or drop it`,
      );
    });
    const others = operations.filter(
      ({ 'x-concurrency': of }) => of?.['shared'] !== undefined && of['shared'] === places?.['shared'],
    );
    return [
      ...named.flat(),
      ...say(
        after && (audit === 'none' || !secured),
        'drop x-transaction, or owe an audit row to a known caller',
      ),
      ...say(after && stored, 'drop x-transaction: what is stored or wrapped is made in the transaction'),
      ...say(
        operation['x-reads'] === true && (method === 'GET' || audit !== 'none'),
        'drop x-reads: a GET reads by itself, and a change has its transaction',
      ),
      ...say(
        places !== undefined && !Number.isInteger(places['tenant']),
        'say in x-concurrency how many of a tenant run',
      ),
      ...say(
        places !== undefined && scim && audit !== 'none',
        'drop x-concurrency: a step of a bulk request keeps its place',
      ),
      ...say(
        after && operation['x-ending-callers'] !== undefined,
        'drop x-transaction: callers that end are refused in the transaction',
      ),
      ...say(after && scim, 'drop x-transaction: a dry run takes back what the transaction did'),
      ...say(
        secured && ['none', 'preview', 'token', 'bearer'].includes(operation['x-rate-limit'] ?? ''),
        'drop x-rate-limit, or keys can be guessed without a count of their address',
      ),
      ...say(
        !secured && (operation['x-rate-limit'] === 'verification' || operation['x-reads'] === true),
        'drop x-rate-limit: verification and x-reads, which need a known caller',
      ),
      ...say(
        others.some((other) => !isDeepStrictEqual(other['x-concurrency'], places)),
        'give all operations that share places the same x-concurrency',
      ),
    ];
  },
  // Secrets in responses are wrapped in one place (src/http/wrapping.ts), which knows them by x-secret.
  secret: (operation, reader) => {
    const own = operation['x-secret'];
    const wraps = operation.parameters.some(({ name }) => name === 'X-Wrap-Ttl');
    const shown = reader
      .bodies(operation, (part) => part.startsWith('2'))
      .flatMap(({ schema }) => [...reader.walk(schema, true)])
      .flatMap(({ schema: { properties = {} } }) => Object.entries(properties))
      .filter(([, property]) => /kd_|scim_|whsec_\[/.test(reader.follow(property).pattern ?? ''))
      .map(([name]) => name);
    return [
      ...say((own !== undefined) !== wraps, 'set x-secret and take the parameter WrapTtl, or neither'),
      ...shown
        .filter((name) => name !== own)
        .map((name) => `set x-secret: ${name}, or ${name} cannot be wrapped`),
    ];
  },
  example: (operation, reader) =>
    reader
      .bodies(operation, (part) => part === 'request' || part.startsWith('2'))
      .filter(({ media }) => reader.written(media).length === 0)
      .map(({ part, schema }) => ({ part, schema, composed: reader.example(schema) }))
      .filter(({ schema, composed }) => composed === undefined || reader.misfit(schema, composed).length > 0)
      .map(({ part }) => `give the ${part} body an example that fits, on the media type or in its schema`),
  'closed-body': (operation, reader) =>
    // OAuth and SCIM must ignore what they do not know, and others send what they like, so only our own API is held to this.
    reader
      .bodies(operation, (part) => part === 'request' && managed(operation) && !operation['x-caller'])
      .flatMap(({ schema }) => [...reader.walk(schema, true)])
      .flatMap(({ schema: { properties, description, type, allOf }, closed }) => {
        const object = properties !== undefined || [type].flat().includes('object');
        const free = !properties && !allOf && description !== undefined;
        const names = Object.keys(properties ?? {}).join(', ') || 'no properties and no description';
        return say(object && !closed && !free, `set additionalProperties: false on the body with ${names}`);
      }),
  statuses: ({ secured, body, path, responses }) => {
    // Health is never rate limited, and its 503 is a report and no refusal.
    const health = path.startsWith('/health/');
    const owed = [400, 404, 405, 406, 500, ...(health ? [] : [429, 503]), ...(secured ? [401, 403] : [])];
    if (body) owed.push(413, 415);
    const absent = owed.filter((status) => !responses[status]);
    const own = owed.filter((status) => responses[status] && !responses[status].$ref?.startsWith(shared));
    return [
      ...say(absent.length > 0, `declare ${absent.join(', ')}`),
      ...say(own.length > 0, `refer to components/responses for ${own.join(', ')}`),
    ];
  },
  'request-id-header': (operation, reader) => headers(operation, reader, () => ['X-Request-Id']),
  'rate-limit-headers': (operation, reader) =>
    headers(operation, reader, (status) =>
      operation.secured && rateLimited.test(status) ? rateLimitHeaders : [],
    ),
  'status-headers': (operation, reader) => headers(operation, reader, (status) => statusHeaders[status]),
  // Readers and `make fuzz` find a created resource by its response. `make fuzz` has no other source of ids.
  links: ({ method, path, responses }, reader) => {
    const created = method === 'POST' && responses['201'];
    if (!created) return [];
    const links = Object.values(reader.follow(created).links ?? {}).map(reader.follow);
    const absent = operationsOfOne(reader.operations, path)
      .filter(
        ({ operation, operation: { id }, name }) =>
          !isHosted(operation) && !links.some((link) => link.operationId === id && link.parameters?.[name]),
      )
      .map(({ operation: { id } }) => id);
    return say(absent.length > 0, `link its 201 to ${absent.join(', ')}`);
  },
  'query-parameter': ({ parameters }, reader) => {
    const typed = (node: Schema): boolean => {
      const { type, anyOf, oneOf } = reader.follow(node);
      return type !== undefined || ((anyOf ?? oneOf)?.every(typed) ?? false);
    };
    return parameters
      .filter((one) => one.in === 'query' && !(one.description && one.schema && typed(one.schema)))
      .map(({ name }) => `give the query parameter ${name} a type and a description`);
  },
  'path-parameter': ({ parameters }, reader) =>
    parameters.flatMap(({ name, in: place, schema = {} }) => {
      const { type, pattern, format } = reader.follow(schema);
      const plain = type === 'string' && pattern === undefined && format === undefined;
      // A malformed identifier is a 404; a pattern or a format would make it a 400.
      return say(place === 'path' && !plain, `make ${name} a string without pattern and format`);
    }),
} satisfies Record<string, OperationRule>;

type DocumentRule = (reader: Reader) => [where: string, sentence: string][];
export const documentRules = {
  ...generatorRules,
  'operation-id-unique': ({ operations }) =>
    operations
      .filter(({ id }, index) => operations.findIndex((other) => other.id === id) !== index)
      .map(({ id, method, path }) => [id, `rename ${method} ${path}, which has the operationId of another`]),
  'example-fits': (reader) => {
    const bodies = reader.operations.flatMap((o) =>
      reader.bodies(o, () => true).map((body) => ({ id: o.id, ...body })),
    );
    // A shared response is one media object seen from many operations; it is reported once.
    return [...new Map(bodies.map((body) => [body.media, body])).values()].flatMap(
      ({ id, part, media, schema }) =>
        reader
          .written(media)
          .flatMap((value) => reader.misfit(schema, value))
          .map((misfit): [string, string] => [id, `correct the example of the ${part} body: ${misfit}`]),
    );
  },
  'schema-name': ({ components }) =>
    components
      // The bundler renames the second of two different schemas with one name to Name-2.
      .filter(([name]) => name === 'Error' || !/^[A-Z][A-Za-z0-9]*$/.test(name))
      .map(([name]) => [name, 'rename the schema: PascalCase, unique over all files, not Error']),
  // Whether clients must expect values they do not know: docs/compatibility.md.
  'open-enum': (reader) => {
    const named = new Set(reader.components.map(([, schema]) => schema));
    return reader.ownSchemas().flatMap(([where, schema]): [string, string][] => {
      const { enum: values = [], 'x-open-enum': open } = schema;
      if (named.has(schema))
        return values.length > 0 && typeof open !== 'boolean'
          ? [[where, 'say with x-open-enum whether values may be added within /api/v1']]
          : [];
      // The client libraries can open only what has a name.
      if (values.length > 1 ? open === false : open !== true) return [];
      const set = `set x-open-enum: false on the enum of ${values.join(', ')}`;
      return [[where, `${set}, or make it a component if values may be added within /api/v1`]];
    });
  },
  'schema-described': (reader) => {
    const shown = reader.operations
      .flatMap((operation) => reader.bodies(operation, () => true))
      .filter(({ media }) => reader.written(media).length > 0)
      .flatMap(({ schema }) => [...reader.walk(schema, true)].map((step) => step.schema));
    const covered = new Set(shown);
    return reader.components
      .filter(([, { type, properties, allOf }]) => type === 'object' || properties || allOf)
      .filter(([, one]) => !one.description || (!covered.has(one) && reader.written(one).length === 0))
      .map(([name]) => [name, 'give the schema a description and an example']);
  },
  'schema-example-fits': (reader) =>
    reader.ownSchemas().flatMap(([where, schema]) =>
      reader
        .written(schema)
        .flatMap((value) => reader.misfit(schema, value))
        .map((misfit): [string, string] => [where, `correct the example in the schema: ${misfit}`]),
    ),
  // Callers are told the rule in words: a pattern says little to them, and a choice between branches has no name.
  'rule-words': (reader) => {
    const asked = reader.requestSchemas();
    const folded = new Set(
      asked.flatMap(([, one]) =>
        one['x-message'] === undefined ? [] : [...(one.anyOf ?? []), ...(one.oneOf ?? [])],
      ),
    );
    return asked.flatMap(([id, schema]): [string, string][] => {
      const { pattern, format, anyOf, oneOf, 'x-message': words } = schema;
      const nullable = [anyOf ?? oneOf ?? []].flat().some(({ type }) => type === 'null');
      const typed = oneOf?.every(
        ({ properties }) => reader.follow(properties?.['type'] ?? {}).const !== undefined,
      );
      const choice = (anyOf !== undefined || oneOf !== undefined) && !nullable && !typed;
      if (folded.has(schema)) return [];
      const owed = pattern !== undefined || choice || (format !== undefined && !formatRules.has(format));
      const what = pattern ?? format ?? 'the choice of schemas';
      return [
        ...say(owed && words === undefined, `say with x-message in words and an example what ${what} allows`),
        ...say(
          words !== undefined &&
            (!/^must .* such as \S|^must be \* or .* such as \S/.test(words) || /[\^$]|\\\w/.test(words)),
          `begin the x-message with must, add an example after such as, and put no pattern into it: ${words}`,
        ),
      ].map((sentence) => [id, sentence]);
    });
  },
  'changed-by': (reader) => {
    const known = new Set(reader.operations.map(({ id }) => id));
    const astray = reader.components.flatMap(([name, { 'x-changed-by': named = [] }]) =>
      named
        .filter((id) => !known.has(id))
        .map((id): [string, string] => [name, `x-changed-by names ${id}, which there is not`]),
    );
    const owed = reader.operations
      .filter((operation) => managed(operation) && ['PATCH', 'PUT'].includes(operation.method))
      .filter((operation) => {
        const fields = (part: string) =>
          reader
            .bodies(operation, (one) => one.startsWith(part))
            .map(({ schema }) => reader.field(schema, 'status'));
        const [sent] = fields('request');
        const [shown] = fields('2');
        return shown !== undefined && sent === undefined && shown['x-changed-by'] === undefined;
      })
      .map(({ id }): [string, string] => [
        id,
        'name in x-changed-by of the schema of status which operations change it',
      ]);
    return [...astray, ...owed];
  },
  'required-beside-properties': (reader) =>
    reader.ownSchemas().flatMap(([where, { required = [], properties = {} }]) => {
      const astray = required.filter((name) => !(name in properties));
      if (astray.length === 0) return [];
      return [[where, `put required: [${astray.join(', ')}] into the object whose properties it names`]];
    }),
} satisfies Record<string, DocumentRule>;

export type Rule = keyof typeof operationRules | keyof typeof documentRules;

/** The findings by rule, each a line `operationId: what to do`. */
export function lint(contract: Contract): Map<Rule, string[]> {
  const reader = new Reader(contract);
  const perOperation = Object.entries<OperationRule>(operationRules).map(
    ([rule, check]): [Rule, string[]] => [
      rule as Rule,
      reader.operations.flatMap((o) => check(o, reader).map((sentence) => `${o.id}: ${sentence}`)),
    ],
  );
  const perDocument = Object.entries<DocumentRule>(documentRules).map(([rule, check]): [Rule, string[]] => [
    rule as Rule,
    check(reader).map(([where, sentence]) => `${where}: ${sentence}`),
  ]);
  return new Map([...perOperation, ...perDocument]);
}

if (import.meta.main) {
  const findings = lint(readContract());
  for (const [rule, lines] of findings) for (const line of lines) console.error(`${line} (${rule})`);
  if ([...findings.values()].some((lines) => lines.length > 0)) process.exit(1);
}
