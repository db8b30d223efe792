// An OpenAPI document as the reference and the scripts read it: its shape, its operations and its examples.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  /** The default beside `allOf`, `anyOf` or `oneOf`, where code generators cannot read one. */
  'x-default'?: unknown;
  example?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  'x-open-enum'?: boolean;
  /** A rule in words, with an example. Callers get the rule in place of a pattern, format or choice. */
  'x-message'?: string;
  /** The operations that change this field, where others show it and do not take it. */
  'x-changed-by'?: string[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  propertyNames?: Schema;
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
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}
export interface Answer {
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref?: string; description?: string; schema?: Schema }>;
  content?: Record<string, Media>;
  links?: Record<string, Link>;
}
interface Link {
  $ref?: string;
  operationId?: string;
  parameters?: Record<string, unknown>;
}
export interface Body {
  $ref?: string;
  required?: boolean;
  content?: Record<string, Media>;
}
/** As the tools that read OpenAPI documents know it: a language they colour, and what the tab says. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}
interface OperationObject {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Answer>;
  security?: Record<string, string[]>[];
  'x-permission'?: string;
  /** How many seconds ago a user may have signed in who calls it by a session. */
  'x-recent'?: number;
  /** The effects of the change on the security of the tenant (openapi/effects.yaml). */
  'x-effects'?: string[];
  /** Set if the wrapper refuses callers that end. */
  'x-ending-callers'?: string;
  'x-codeSamples'?: Sample[];
  'x-audit'?: string;
  /** The field of its answer that holds a secret, which `X-Wrap-Ttl` wraps. */
  'x-secret'?: string;
  /**
   * The caller, where that is a service of another company. It decides the content of its requests, and our clients do
   * not have the operation.
   */
  'x-caller'?: string;
  /** Whether other sites may post to this page, as a provider does that answers by a form. */
  'x-cross-site'?: boolean;
  /**
   * Which bucket counts its requests, where that is not the bucket of the key or of the address: that of the OAuth client,
   * the key's bucket of verifications, that of tokens which work once, or none. `bearer` is the bucket of the address, and an access
   * token tells who asks.
   */
  'x-rate-limit'?: 'client' | 'verification' | 'preview' | 'token' | 'bearer' | 'none';
  /** The largest body in bytes, where the schema sets no bound or a larger one. */
  'x-max-body'?: number;
  /** If `after`, the handler runs before the transaction that records its change. */
  'x-transaction'?: 'after';
  /** Whether it reads by entities although its method is not GET. */
  'x-reads'?: true;
  /** How many of its requests run at once, and how long others wait: `Concurrency` of generated/operations.ts. */
  'x-concurrency'?: Readonly<Record<string, unknown>>;
  /** The class of its work, where that does not follow from other facts: it computes hashes of passwords, or reads messages of SAML. */
  'x-work'?: 'hashes' | 'messages';
  /** If `quiet`, the log has its successful requests at the level debug only. */
  'x-log'?: 'quiet';
  /** The metric that counts its successful responses by their `code`. */
  'x-metric'?: 'verification';
  /** Since when a deprecated operation is announced, and from when on it may be gone. Both are days, such as `2027-01-15`. */
  'x-deprecation'?: { since: string; sunset: string };
}
/**
 * The shape of the error bodies of refusals. `api`: our own. `scim`: RFC 7644. `page`: a page for users.
 * `oauth`: RFC 6749. `oauth-page`, where users come to the engine: a page, and the body of OAuth for programs.
 */
export type ErrorShape = 'api' | 'scim' | 'page' | 'oauth' | 'oauth-page';
const methods = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head'] as const;
type PathItem = { [M in (typeof methods)[number]]?: OperationObject } & {
  $ref?: string;
  /** The shape of the error bodies of its refusals; that of the API where it is absent. */
  'x-errors'?: Exclude<ErrorShape, 'api'>;
  parameters?: Parameter[];
};
export interface Contract {
  info?: { title?: string; version?: string; description?: string };
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  security?: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  /** The messages that receivers get, by their names. */
  webhooks?: Record<string, PathItem>;
  /** The kinds of objects of a configuration (openapi/resources.yaml). */
  'x-resources'?: Record<string, unknown>;
  components?: { schemas?: Record<string, Schema>; [kind: string]: Record<string, unknown> | undefined };
}

/** An operation with everything it inherits from its path item and from the root. */
export interface Operation extends OperationObject {
  id: string;
  method: string;
  path: string;
  tag: string;
  secured: boolean;
  /** The name of the security scheme it takes; the first where several would do. */
  scheme: string | undefined;
  errors: ErrorShape;
  parameters: Parameter[];
  body: Body | undefined;
  responses: Record<string, Answer>;
}

/** Whether it is for browsers and relying parties: pages and the protocols of others, which no client of ours calls. */
export const isHosted = ({ errors }: Pick<Operation, 'errors'>): boolean =>
  errors === 'page' || errors === 'oauth' || errors === 'oauth-page';

/** Whether client libraries, samples and the fuzzer's rules are owed for it. */
export const isOurs = (operation: Operation): boolean =>
  operation['x-caller'] === undefined && !isHosted(operation);

/** Whether a media type is JSON, by its name or by its suffix (RFC 6839, section 3.1). */
export const isJson = (type: string): boolean => /^application\/(.+\+)?json$/.test(type);

export function follow<T extends { $ref?: string }>(contract: Contract, node: T): T {
  if (node.$ref === undefined) return node;
  const steps = node.$ref.slice(2).split('/');
  let target: unknown = contract;
  for (const step of steps) target = (target as Record<string, unknown> | undefined)?.[step];
  if (target === undefined) throw new Error(`${node.$ref} points at nothing`);
  return follow(contract, target as T);
}

export function operationsOf(contract: Contract): Operation[] {
  const list = Object.entries(contract.paths).flatMap(([path, node]) => {
    const item = follow(contract, node);
    return methods.flatMap((method) => {
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
        scheme: security.flatMap((schemes) => Object.keys(schemes))[0],
        errors: item['x-errors'] ?? ('api' as const),
        parameters: parameters.map((parameter) => follow(contract, parameter)),
        body: object.requestBody && follow(contract, object.requestBody),
        responses: object.responses ?? {},
      };
    });
  });
  const order = (contract.tags ?? []).map(({ name }) => name);
  return list.sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag)); // stable: paths keep their order
}

/** Returns the examples written for a schema, a media type or a parameter as a whole. */
export function writtenExamples(
  contract: Contract,
  { example, examples = {} }: Schema | Media | Parameter,
): unknown[] {
  const values = Array.isArray(examples)
    ? examples
    : Object.values(examples).map((entry) => follow(contract, entry).value);
  return example === undefined ? values : [example, ...values];
}

/** Returns the value that a field has if its caller leaves it out, or undefined. */
export const defaultOf = (schema: Schema): unknown =>
  'x-default' in schema ? schema['x-default'] : schema.default;

/** Returns an example of a schema. If the schema has none of its own, the example is composed from those of its parts. */
export function exampleOf(contract: Contract, node: Schema, depth = 0): unknown {
  const schema = follow(contract, node);
  const own = [...writtenExamples(contract, schema), schema.const, defaultOf(schema), ...(schema.enum ?? [])];
  const first = own.find((value) => value !== undefined);
  if (first !== undefined || depth > 20) return first;
  const partOf = (part: Schema): unknown => exampleOf(contract, part, depth + 1);
  const choice = (schema.oneOf ?? schema.anyOf)?.[0] ?? schema.items;
  const chosen = choice && partOf(choice);
  if (choice) return choice === schema.items && chosen !== undefined ? [chosen] : chosen;
  const parts = (schema.allOf ?? []).map(partOf);
  const properties = Object.entries(schema.properties ?? {})
    .map(([name, property]) => [name, partOf(property)] as const)
    .filter(([, value]) => value !== undefined);
  const found = properties.length > 0 || parts.some((part) => part !== undefined);
  return found ? (Object.assign({}, ...parts, Object.fromEntries(properties)) as unknown) : undefined;
}
