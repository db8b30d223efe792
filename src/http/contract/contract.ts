import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import document from '../../../generated/requests.json' with { type: 'json' };
import { operations } from '../../../generated/operations.ts';
import { Failure, type FailureCode } from '../../failure.ts';
import { atFirstUse } from '../../lib/at-first-use.ts';
import { codeAtFirstUse } from '../../lib/code-at-first-use.ts';
import { formType } from '../../lib/form.ts';
import { changedBy } from './changed-by.ts';
import { described } from './few-errors.ts';
import { fieldErrors } from './field-errors.ts';
import type { OperationId } from '../../operation.ts';
import type { Resources } from '../../platform/resources.ts';

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
  /**
   * Loads Ajv and openapi-backend at the first use: 200 modules, which a start does not need. The other functions need them.
   * @returns undefined when they are loaded
   */
  open(): Promise<void> | undefined;
  /** @returns what is wrong with a request, by its fields; undefined when it keeps the contract */
  requestFailure(id: OperationId, parts: RequestParts): Failure | undefined;
  /**
   * Holds a value against a schema of the contract, by its name.
   * @param at the field it stands in
   * @throws {Failure} VALIDATION_ERROR
   */
  fits: (schema: string, value: unknown, at: string) => void;
  /** The kinds of objects of a configuration. */
  resources: Resources;
  /**
   * Compiles the validators of operations that machines call thousands of times a second, a little at a time. Those of all operations
   * would take a second and 60 MB. One takes 5 to 80 ms at its first use.
   */
  warmUp(): Promise<void>;
}

const loadValidators = codeAtFirstUse(() => import('./validators.ts'));

let loaded: Contract | undefined;

/** Loads the contract, which is one and never changes, once in a process; its validators are compiled at first use. */
export const loadContract = (): Contract => (loaded ??= load());

/** The validators of the contract, and the compiler of its schemas. */
interface Opened {
  ofRequest: (id: OperationId) => ValidateFunction[];
  /** How many items lists of bodies may have at most, by operationId. */
  mostItems: ReadonlyMap<string | undefined, [field: string, most: number][]>;
  compile: (schema: object) => ValidateFunction;
}

async function openDocument(): Promise<Opened> {
  const { openValidators, schemaCompiler } = await loadValidators();
  const { validator, known } = await openValidators(document);
  return {
    ofRequest: (id) => validator.getRequestValidatorsForOperation(id) ?? [],
    mostItems: new Map([...known].map(([id, operation]) => [id, bodyLists(operation.requestBody)])),
    compile: (schema) => schemaCompiler().compile(schema),
  };
}

function load(): Contract {
  let ready: Opened | undefined;
  const opening = atFirstUse(async () => {
    ready = await openDocument();
  });
  const opened = (): Opened => {
    if (!ready) throw new Error('the contract was not opened before its use');
    return ready;
  };
  const named = new Map<string, ValidateFunction>();
  const integers = namesOf('query', 'integer');
  const wholeHeaders = namesOf('header', 'integer');
  const lists = namesOf('query', 'array');
  const queries = namesOf('query');

  return {
    resources: document['x-resources'],

    open: () => (ready ? undefined : opening()),

    requestFailure(id, parts) {
      const { mostItems, ofRequest } = opened();
      const errors: ErrorObject[] = [];
      // SCIM ignores parameters that it does not know (decisions 6.1), and so does OAuth (RFC 6749 section
      // 3.1). Links to pages get parameters from services that count clicks.
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
      for (const validate of ofRequest(id)) {
        if (!validate(parts)) errors.push(...described(validate.errors));
      }
      if (errors.length === 0) return undefined;
      return wrong(fieldErrors(errors, { elsewhere: (name) => changedBy(id, name) }), codeOf(errors));
    },

    fits(schema, value, at) {
      let validate = named.get(schema);
      if (!validate) {
        validate = opened().compile({
          $ref: `#/components/schemas/${schema}`,
          components: document.components,
        });
        named.set(schema, validate);
      }
      if (validate(value)) return;
      const errors = Object.entries(fieldErrors(described(validate.errors), { whole: true }));
      const details = errors.map(([name, allowed]) => [name === 'body' ? at : `${at}.${name}`, allowed]);
      throw new Failure('VALIDATION_ERROR', Object.fromEntries(details) as Record<string, string>);
    },

    async warmUp() {
      await opening();
      const { ofRequest } = opened();
      for (const id of Object.keys(operations) as OperationId[]) {
        const { counted } = operations[id];
        if (counted !== 'verification' && counted !== 'client') continue;
        ofRequest(id);
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
