// Our own rules over the bundled contract, beside redocly's. One line per failure; a new rule is one entry.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import {
  type Answer,
  type Contract,
  follow,
  type Media,
  type Operation,
  operationsOf,
  readContract,
  type Schema,
} from './operations.ts';

const verbs =
  'list get create update replace delete rotate revoke suspend reactivate simulate verify test export ' +
  'exchange unwrap plan apply backtest replay resolve add remove invite start finish receive';
// The scopes of the service: resource -> actions.
const scopes: Record<string, string> = {
  identities: 'read write',
  credentials: 'read write verify rotate revoke',
  policies: 'read write',
  audit: 'read export',
  anomalies: 'read write',
  alerts: 'read write',
  reports: 'read',
  webhooks: 'read write',
  auth_config: 'read write',
  passkeys: 'read write',
  oidc: 'read write',
  directory: 'read write',
  groups: 'read write',
  scim_tokens: 'read write',
  saml: 'read write',
  federation: 'read write',
  conditional_access: 'read write simulate',
  keys: 'read write',
  org: 'read write',
  config: 'export apply',
};
const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const isJson = (type: string) => /^application\/(.+\+)?json$/.test(type);
const managed = (o: Operation) => o.path.startsWith('/api/v1/');
const knownScope = (name: string) => {
  const [resource = '', action = '', ...rest] = name.split('.');
  return rest.length === 0 && action !== '' && (scopes[resource]?.split(' ').includes(action) ?? false);
};
const say = (failed: boolean, sentence: string) => (failed ? [sentence] : []);

/** The contract with what the rules ask of it again and again. */
class Reader {
  readonly contract: Contract;
  readonly operations: Operation[];
  readonly schemas: [name: string, schema: Schema][];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(contract: Contract) {
    this.contract = contract;
    this.operations = operationsOf(contract);
    this.schemas = Object.entries(contract.components?.schemas ?? {});
    // CommonJS seen through nodenext: the callable is the module itself, its type says `default`.
    (addFormatsModule as unknown as (typeof addFormatsModule)['default'])(this.#ajv);
    this.#ajv.addSchema({ $id: 'contract:', components: { schemas: contract.components?.schemas ?? {} } });
  }
  follow = <T extends { $ref?: string }>(node: T) => follow(this.contract, node);

  /** Which sentence, if any, says that the value does not fit the schema. */
  misfit(schema: Schema, value: unknown): string[] {
    const source = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract:#/');
    const validate: ValidateFunction = this.#ajv.compile(JSON.parse(source) as object);
    return say(!validate(value), this.#ajv.errorsText(validate.errors, { dataVar: 'example' }));
  }
  /** The examples written for a whole schema or media type, not made up of parts. */
  written(node: Schema | Media): unknown[] {
    const { examples = [] } = node;
    const listed = Array.isArray(examples)
      ? examples
      : Object.values(examples).map((entry) => (this.follow(entry) as { value?: unknown }).value);
    return node.example === undefined ? listed : [node.example, ...listed];
  }
  /** An example for a schema, put together from its parts where it has none of its own. */
  example(node: Schema, depth = 0): unknown {
    const schema = this.follow(node);
    const [own] = [...this.written(schema), ...(schema.enum ?? []), schema.const, schema.default].filter(
      (value) => value !== undefined,
    );
    if (own !== undefined || depth > 20) return own;
    const [choice] = schema.oneOf ?? schema.anyOf ?? [];
    if (choice) return this.example(choice, depth + 1);
    if (schema.items) return [this.example(schema.items, depth + 1)].filter((item) => item !== undefined);
    if (schema.properties || schema.allOf) {
      const parts = (schema.allOf ?? []).map((part) => this.example(part, depth + 1));
      const entries = Object.entries(schema.properties ?? {})
        .map(([name, property]) => [name, this.example(property, depth + 1)] as const)
        .filter(([, value]) => value !== undefined);
      return Object.assign({}, ...parts, Object.fromEntries(entries)) as unknown;
    }
    return undefined;
  }
  /** The schema and everything below it, references followed once; `closed` is inherited through allOf. */
  *walk(
    node: Schema,
    closed = false,
    seen = new Set<Schema>(),
  ): Generator<{ schema: Schema; closed: boolean }> {
    const schema = this.follow(node);
    if (seen.has(schema)) return;
    seen.add(schema);
    const shut = closed || schema.additionalProperties === false || schema.unevaluatedProperties === false;
    yield { schema, closed: shut };
    const inherited = closed || schema.unevaluatedProperties === false;
    const { allOf = [], anyOf = [], oneOf = [], prefixItems = [], properties = {}, items } = schema;
    for (const part of [...allOf, ...anyOf, ...oneOf]) yield* this.walk(part, inherited, seen);
    const { additionalProperties: extra } = schema;
    const below = [...prefixItems, ...Object.values(properties), ...(items ? [items] : [])];
    for (const part of typeof extra === 'object' ? [...below, extra] : below)
      yield* this.walk(part, false, seen);
  }
  answers = (o: Operation) =>
    Object.entries(o.responses).map(([status, answer]) => ({ status, answer, ...this.follow(answer) }));
  /** The JSON bodies of an operation that have a schema. */
  bodies(o: Operation, wanted: (part: string) => boolean): { part: string; media: Media; schema: Schema }[] {
    const parts: [string, Answer][] = this.answers(o).map((answer) => [answer.status, answer]);
    if (o.body) parts.unshift(['request', o.body]);
    return parts
      .filter(([part]) => wanted(part))
      .flatMap(([part, { content = {} }]) =>
        Object.entries(content).flatMap(([type, media]) =>
          isJson(type) && media.schema ? { part, media, schema: media.schema } : [],
        ),
      );
  }
  missingHeaders(o: Operation, wanted: (status: string) => string[]): string[] {
    return this.answers(o).flatMap(({ status, headers = {} }) => {
      const known = Object.keys(headers).map((name) => name.toLowerCase());
      const absent = wanted(status).filter((name) => !known.includes(name.toLowerCase()));
      return say(absent.length > 0, `declare ${absent.join(', ')} on ${status}`);
    });
  }
}

type OperationRule = (o: Operation, reader: Reader) => string[];
type DocumentRule = (reader: Reader) => [where: string, sentence: string][];

export const operationRules = {
  'operation-id': ({ operationId: id = '' }) =>
    say(
      !/^[a-z]+([A-Z][a-z0-9]*)*$/.test(id) || !verbs.split(' ').includes(/^[a-z]*/.exec(id)?.[0] ?? ''),
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
      'summary: a capital, at most 80 characters, no stop',
    ),
  permission: (o) =>
    say(
      o.secured && managed(o) ? !knownScope(o['x-permission'] ?? '') : !o.secured && 'x-permission' in o,
      o.secured
        ? 'set x-permission to one scope of the catalogue, resource.action'
        : 'drop x-permission, or secure it',
    ),
  audit: (o) =>
    say(
      o.secured && o.method !== 'GET' && !/^(none|[a-z_]+\.[a-z_]+)$/.test(o['x-audit'] ?? ''),
      'set x-audit to noun.verb, or to none where no row is owed',
    ),
  example: (o, reader) =>
    reader
      .bodies(o, (part) => part === 'request' || part.startsWith('2'))
      .filter(
        ({ media, schema }) => reader.written(media).length === 0 && reader.example(schema) === undefined,
      )
      .map(({ part }) => `give the ${part} body an example, on the media type or in its schema`),
  'example-fits': (o, reader) =>
    reader
      .bodies(o, () => true)
      .flatMap(({ part, media, schema }) => {
        const written = reader.written(media);
        const composed = [reader.example(schema)].filter((value) => value !== undefined);
        return (written.length > 0 ? written : composed)
          .flatMap((value) => reader.misfit(schema, value))
          .map((misfit) => `correct the example of the ${part} body: ${misfit}`);
      }),
  'closed-body': (o, reader) =>
    // Protocol endpoints must ignore what they do not know (OAuth, SCIM), so only our own API is held to this.
    reader
      .bodies(o, (part) => part === 'request' && managed(o))
      .flatMap(({ schema: body }) =>
        [...reader.walk(body)].flatMap(({ schema, closed }) => {
          const { properties, description, type, allOf } = schema;
          const object = properties !== undefined || type === 'object';
          const free = properties === undefined && allOf === undefined && description !== undefined;
          const name = Object.keys(properties ?? {}).join(', ') || 'no properties';
          return say(
            object && !closed && !free,
            `close the request object with ${name}: additionalProperties: false`,
          );
        }),
      ),
  statuses: (o, reader) => {
    const owed = [400, 404, 405, 406, 429, 500, 503];
    if (o.secured) owed.push(401, 403);
    if (o.body) owed.push(413, 415);
    const absent = owed.filter((status) => !(status in o.responses)).toSorted();
    const own = owed.filter((status) => {
      const { $ref } = o.responses[status] ?? { $ref: '#/components/responses/' };
      return !$ref?.startsWith('#/components/responses/');
    });
    const success = reader.answers(o).some(({ status }) => /^[23]/.test(status));
    return [
      ...say(absent.length > 0, `declare ${absent.join(', ')}`),
      ...say(own.length > 0, `use the shared response for ${own.join(', ')}`),
      ...say(!success, 'declare an answer for success'),
    ];
  },
  'request-id-header': (o, reader) => reader.missingHeaders(o, () => ['X-Request-Id']),
  'rate-limit-headers': (o, reader) =>
    o.secured && managed(o)
      ? reader.missingHeaders(o, (status) =>
          /^(2..|40[0139]|41[235]|429)$/.test(status) ? rateLimitHeaders : [],
        )
      : [],
  'status-headers': (o, reader) => {
    const owed: Record<string, string> = {
      401: 'WWW-Authenticate',
      405: 'Allow',
      429: 'Retry-After',
      503: 'Retry-After',
    };
    return reader.missingHeaders(o, (status) => [owed[status] ?? []].flat());
  },
  'query-parameter': (o, reader) =>
    o.parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, description, schema }) => {
        const typed = (node: Schema): boolean => {
          const { type, anyOf, oneOf } = reader.follow(node);
          return type !== undefined || ((anyOf ?? oneOf)?.every(typed) ?? false);
        };
        return say(
          !description || !schema || !typed(schema),
          `give the query parameter ${name} a type and a description`,
        );
      }),
  'path-parameter': (o, reader) =>
    o.parameters
      .filter((parameter) => parameter.in === 'path')
      .flatMap(({ name, schema = {} }) => {
        const { type, pattern, format } = reader.follow(schema);
        return say(
          type !== 'string' || pattern !== undefined || format !== undefined,
          `make ${name} a plain string: a malformed identifier is a 404, and a pattern or format would make it a 400`,
        );
      }),
} satisfies Record<string, OperationRule>;

export const documentRules = {
  'operation-id-unique': ({ operations }) =>
    operations
      .filter(({ id }, index) => operations.findIndex((other) => other.id === id) !== index)
      .map(({ id, method, path }) => [
        id,
        `rename ${method} ${path}: another operation has this operationId`,
      ]),
  'schema-name': ({ schemas }) =>
    schemas.flatMap(([name]) =>
      // The bundler renames the second of two different schemas with one name to Name-2.
      say(
        name === 'Error' || !/^[A-Z][A-Za-z0-9]*$/.test(name),
        'rename the schema: PascalCase, unique, never Error',
      ).map((sentence): [string, string] => [name, sentence]),
    ),
  'schema-described': (reader) => {
    const explicit = reader.operations.flatMap((o) =>
      reader.bodies(o, () => true).filter(({ media }) => reader.written(media).length > 0),
    );
    const covered = new Set(
      explicit.flatMap(({ schema }) => [...reader.walk(schema)].map((step) => step.schema)),
    );
    return reader.schemas
      .filter(([, schema]) => schema.type === 'object' || schema.properties !== undefined)
      .filter(([, s]) => !s.description || (!covered.has(s) && reader.written(s).length === 0))
      .map(([name]) => [name, 'give the schema a description and an example']);
  },
  'schema-example-fits': (reader) =>
    reader.schemas.flatMap(([name, component]) =>
      [...reader.walk(component)].flatMap(({ schema }) =>
        reader
          .written(schema)
          .flatMap((value) => reader.misfit(schema, value))
          .map((misfit): [string, string] => [name, `correct the example in the schema: ${misfit}`]),
      ),
    ),
  'required-beside-properties': (reader) =>
    reader.schemas.flatMap(([name, component]) =>
      [...reader.walk(component)].flatMap(({ schema: { required = [], properties = {} } }) => {
        const astray = required.filter((property) => !(property in properties));
        return say(
          astray.length > 0,
          `put required: [${astray.join(', ')}] beside the properties it names`,
        ).map((sentence): [string, string] => [name, sentence]);
      }),
    ),
} satisfies Record<string, DocumentRule>;

export type Rule = keyof typeof operationRules | keyof typeof documentRules;
export interface Finding {
  rule: Rule;
  where: string;
  sentence: string;
}

export function lint(contract: Contract): Finding[] {
  const reader = new Reader(contract);
  const perOperation = Object.entries<OperationRule>(operationRules).flatMap(([rule, check]) =>
    reader.operations.flatMap((o) => check(o, reader).map((sentence) => ({ rule, where: o.id, sentence }))),
  );
  const perDocument = Object.entries<DocumentRule>(documentRules).flatMap(([rule, check]) =>
    check(reader).map(([where, sentence]) => ({ rule, where, sentence })),
  );
  return [...perOperation, ...perDocument] as Finding[];
}

if (import.meta.main) {
  const findings = lint(readContract());
  for (const { rule, where, sentence } of findings) console.error(`${where}: ${sentence} (${rule})`);
  if (findings.length > 0) process.exit(1);
}
