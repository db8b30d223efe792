import addFormatsModule from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { OpenAPIBackend, ValidationContext } from 'openapi-backend';
import document from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { Failure, type FailureCode } from '../failure.ts';
import { formType } from '../lib/form.ts';
import { changedBy } from './changed-by.ts';
import { describeFew, described } from './few-errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { OperationId } from '../operation.ts';
import { addTextKeyword } from './text-keyword.ts';

/**
 * The parts of a request that are checked. The values of path and query get the types that the contract declares, in
 * place.
 */
export interface RequestParts {
  path: Record<string, string>;
  query: Record<string, unknown>;
  header: object;
  /** Undefined when there is none. */
  requestBody: unknown;
}

/** The contract as functions. */
export interface Contract {
  /** @returns what is wrong with a request, by its fields; undefined when it keeps the contract */
  requestFailure(id: OperationId, parts: RequestParts): Failure | undefined;
  /** @returns what breaks the contract, in words; undefined when the answer keeps it. Slow: for tests */
  responseFault(
    id: OperationId,
    answer: { status: number; body: unknown; headers: Record<string, string>; type: string },
  ): string | undefined;
  /**
   * Holds a value against a schema of the contract, by its name.
   * @param at the field it stands in
   * @throws {Failure} VALIDATION_ERROR
   */
  fits: (schema: string, value: unknown, at: string) => void;
  /** Compiles what the first requests would otherwise wait for, a little at a time. */
  warmUp(): Promise<void>;
}

// The module's own types describe a CommonJS default that Node does not give.
const addFormats = addFormatsModule as unknown as (typeof addFormatsModule)['default'];

/** openapi-backend knows the schemas of OpenAPI 3.0 only; ours is linted when it is built. */
class Backend extends OpenAPIBackend {
  override validateDefinition(): typeof this.document {
    return this.document;
  }
}

let loaded: Promise<Contract> | undefined;

/** Loads the contract, which is one and never changes, once in a process; its validators are compiled at first use. */
export const loadContract = (): Promise<Contract> => (loaded ??= load());

async function load(): Promise<Contract> {
  /** One Ajv of each kind compiles them all. */
  const shared = new Map<string, Ajv2020>();
  const backend = new Backend({
    // Its types are those of a document without JSON Schema 2020-12.
    definition: structuredClone(document) as never,
    quick: true,
    strict: true,
    coerceTypes: true,
    ajvOpts: {
      useDefaults: true,
      allErrors: true,
      verbose: true,
      strict: false,
      validateSchema: false,
      addUsedSchema: false,
      code: { process: describeFew, optimize: false },
    },
    customizeAjv: (_stock, options, context) => {
      const kind = `${context}:${String(options?.coerceTypes)}`;
      let ajv = shared.get(kind);
      if (!ajv) {
        ajv = new Ajv2020(options);
        addFormats(ajv);
        // Values that were stored before the rule may still stand in responses.
        if (context === ValidationContext.RequestBody) addTextKeyword(ajv);
        shared.set(kind, ajv);
      }
      return ajv;
    },
  });
  await backend.init();
  const { router, validator } = backend;
  const known = new Map(router.getOperations().map((operation) => [operation.operationId, operation]));
  router.getOperation = (id) => known.get(id);

  const named = new Map<string, ValidateFunction>();

  const requestValidators = (id: OperationId): ValidateFunction[] =>
    validator.getRequestValidatorsForOperation(id) ?? [];
  const mostItems = new Map([...known].map(([id, operation]) => [id, bodyLists(operation.requestBody)]));
  const integers = namesOf('query', 'integer');
  const wholeHeaders = namesOf('header', 'integer');
  const lists = namesOf('query', 'array');
  const queries = namesOf('query');

  return {
    requestFailure(id, parts) {
      const errors: ErrorObject[] = [];
      // What SCIM does not know it ignores (decisions 6.1), so does OAuth (RFC 6749 section 3.1); and links to pages get
      // parameters of those who count the clicks.
      if (operations[id].errors !== 'api') {
        for (const name of Object.keys(parts.query))
          if (!queries.get(id)?.includes(name)) delete parts.query[name];
      }
      for (const name of lists.get(id) ?? []) {
        const value = parts.query[name];
        if (typeof value === 'string') parts.query[name] = [value];
      }
      for (const name of integers.get(id) ?? []) {
        // Ajv reads 1e1, 5.0 and blanks as whole numbers; a page number is digits.
        const value = parts.query[name];
        if (typeof value === 'string' && !/^-?\d{1,15}$/.test(value)) parts.query[name] = 'not whole';
      }
      const sent = parts.header as Record<string, unknown>;
      for (const name of wholeHeaders.get(id) ?? []) {
        const value = sent[name];
        if (typeof value === 'string' && !/^\d{1,15}$/.test(value)) sent[name] = 'not whole';
      }
      const repeated = Object.entries(parts.query).filter(
        ([name, value]) => Array.isArray(value) && !lists.get(id)?.includes(name),
      );
      if (repeated.length > 0)
        return wrong(Object.fromEntries(repeated.map(([name]) => [name, 'must be sent only once'])));
      const crowded = tooLong(mostItems.get(id), parts.requestBody);
      if (crowded) return wrong(crowded);
      for (const validate of requestValidators(id)) {
        if (!validate(parts)) errors.push(...described(validate.errors));
      }
      if (errors.length === 0) return undefined;
      return wrong(fieldErrors(errors, { elsewhere: (name) => changedBy(id, name) }), codeOf(errors));
    },

    responseFault(id, { status, body, headers, type }) {
      const facts = operations[id];
      if (!(facts.statuses as readonly number[]).includes(status)) return `status ${status} is not declared`;
      if (body !== undefined && /^application\/(scim\+)?json/.test(type)) {
        const { errors } = validator.validateResponse(structuredClone(body), id, status);
        if (errors) return JSON.stringify(fieldErrors(errors));
      }
      return headerFault(known.get(id)?.responses?.[String(status)], headers);
    },

    fits(schema, value, at) {
      let validate = named.get(schema);
      if (!validate) {
        const ajv = new Ajv2020({
          allErrors: true,
          verbose: true,
          strict: false,
          validateSchema: false,
          code: { process: describeFew, optimize: false },
        });
        addFormats(ajv);
        addTextKeyword(ajv);
        validate = ajv.compile({ $ref: `#/components/schemas/${schema}`, components: document.components });
        named.set(schema, validate);
      }
      if (validate(value)) return;
      const errors = Object.entries(fieldErrors(described(validate.errors), { whole: true }));
      const details = errors.map(([name, allowed]) => [name === 'body' ? at : `${at}.${name}`, allowed]);
      throw new Failure('VALIDATION_ERROR', Object.fromEntries(details) as Record<string, string>);
    },

    async warmUp() {
      for (const id of Object.keys(operations) as OperationId[]) {
        requestValidators(id);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const wrong = (fields: Record<string, string>, code: FailureCode = 'VALIDATION_ERROR'): Failure =>
  new Failure(code, fields);

/** The code that the contract has for the value of a field (`x-code`), where nothing else is wrong. */
function codeOf(errors: readonly ErrorObject[]): FailureCode | undefined {
  const codes = new Set(
    errors.map(({ parentSchema }) => (parentSchema as { 'x-code'?: FailureCode } | undefined)?.['x-code']),
  );
  return codes.size === 1 ? [...codes][0] : undefined;
}

interface Schema {
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  maxItems?: number;
}

/** How many items the fields of a body may have at most, where the contract says so. */
function bodyLists(requestBody: unknown): [field: string, most: number][] {
  const { content } = (requestBody ?? {}) as { content?: Record<string, { schema?: Schema }> };
  const fields = ['application/json', formType].flatMap((type) =>
    Object.entries(content?.[type]?.schema?.properties ?? {}),
  );
  return fields.flatMap(([name, { maxItems, allOf = [] }]) => {
    const most = Math.min(
      ...[maxItems, ...allOf.map((part) => part.maxItems)].filter((n) => n !== undefined),
    );
    return Number.isFinite(most) ? [[name, most]] : [];
  });
}

/** Ajv would judge every item of a list that is too long, and keep what it thinks of each. */
function tooLong(lists: [string, number][] = [], body: unknown): Record<string, string> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const found = lists.filter(([name, most]) => {
    const value: unknown = Object.hasOwn(body, name) ? body[name as keyof typeof body] : undefined;
    return Array.isArray(value) && value.length > most;
  });
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map(([name, most]) => [name, `must have at most ${most} items`]));
}

interface DeclaredResponse {
  headers?: Record<string, { required?: boolean; schema?: { type?: string; enum?: string[] } }>;
}

/** openapi-backend would take every declared header for required. */
function headerFault(response: unknown, headers: Record<string, string>): string | undefined {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, { required, schema }] of Object.entries(
    (response as DeclaredResponse | undefined)?.headers ?? {},
  )) {
    const value = sent.get(name.toLowerCase());
    if (value === undefined && required) return `the header ${name} is missing`;
    if (value === undefined) continue;
    if (schema?.type === 'integer' && !/^\d+$/.test(value)) return `the header ${name} is not a whole number`;
    if (schema?.enum && !schema.enum.includes(value))
      return `the header ${name} has a value that is not allowed`;
  }
  return undefined;
}

/** The names of the parameters in this place, of this type or all, by operationId; those of headers in small letters. */
function namesOf(place: 'query' | 'header', type?: 'integer' | 'array'): Map<string, string[]> {
  interface Parameter {
    $ref?: string;
    name?: string;
    in?: string;
    schema?: { type?: unknown };
  }
  const shared = document.components.parameters as Record<string, Parameter>;
  const found = new Map<string, string[]>();
  for (const item of Object.values(document.paths as Record<string, Record<string, unknown>>)) {
    for (const operation of Object.values(item)) {
      const { operationId, parameters = [] } = operation as {
        operationId?: string;
        parameters?: Parameter[];
      };
      if (!operationId) continue;
      const resolved = parameters.map((p) => (p.$ref ? (shared[p.$ref.split('/').at(-1) ?? ''] ?? p) : p));
      const names = resolved
        .filter((p) => p.in === place && (type === undefined || p.schema?.type === type))
        .map(({ name = '' }) => (place === 'header' ? name.toLowerCase() : name));
      found.set(operationId, names);
    }
  }
  return found;
}
