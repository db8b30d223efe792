// Writes generated/requests.json: the part of the contract that a running service checks requests against. A start parses and
// resolves a quarter of the whole document. The service reads the whole document only for those who ask for it.
import { writeFileSync } from 'node:fs';
import {
  type Contract,
  defaultOf,
  follow,
  type Operation,
  operationsOf,
  type Schema,
} from '../src/lib/contract.ts';
import { readContract } from './contract.ts';

type Node = Record<string, unknown>;

/** Keywords that explain a schema and check nothing. The words of refusals are made of the rest. */
const explaining = new Set(['title', 'description', 'deprecated', 'externalDocs', 'x-open-enum']);
/** Keywords whose value is data, and no schema. */
const data = new Set(['enum', 'const', 'default', 'example', 'examples', 'required']);
/** Keywords whose value has schemas by name. */
const named = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

function checking(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(checking);
  if (typeof schema !== 'object' || schema === null) return schema;
  // A reader of the service checks the attributes, in all requests that may have them.
  const readElsewhere = Object.hasOwn(schema, 'x-read-by');
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      !explaining.has(keyword) && !(readElsewhere && ['x-read-by', 'properties'].includes(keyword)),
  );
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      // The validators fill fields with a `default`.
      if (keyword === 'x-default') return ['default', value as unknown];
      if (data.has(keyword)) return [keyword, value as unknown];
      if (named.has(keyword)) return [keyword, mapped(value as Node, checking)];
      return [keyword, checking(value)];
    }),
  );
}

const mapped = (node: Node, change: (value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]));

/** A parameter, or the content of a body: its schema, and what is not words or examples. */
function withSchema(node: unknown): Node {
  const { description: _, example: _one, examples: _all, schema, ...others } = node as Node;
  return { ...others, ...(schema === undefined ? {} : { schema: checking(schema) }) };
}

const parametersOf = (list: unknown): Node[] => (Array.isArray(list) ? list.map(withSchema) : []);

const methods = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head'];

function pathItem(item: Node): Node {
  const operations = Object.entries(item).filter(([method]) => methods.includes(method));
  return {
    ...(item['parameters'] === undefined ? {} : { parameters: parametersOf(item['parameters']) }),
    ...Object.fromEntries(
      operations.map(([method, value]) => {
        const { operationId, parameters, requestBody } = value as Node;
        const { content, required } = (requestBody ?? {}) as { content?: Node; required?: boolean };
        return [
          method,
          {
            operationId,
            ...(parameters === undefined ? {} : { parameters: parametersOf(parameters) }),
            ...(content && { requestBody: { required, content: mapped(content, withSchema) } }),
          },
        ];
      }),
    ),
  };
}

/** The schemas that a part of the document refers to, and those that these refer to. */
function referred(from: unknown, schemas: Node, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(from).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referred(schemas[name], schemas, found);
  }
  return found;
}

/** A field of a schema that an operation shows, and its schema, by all of the parts. */
function fieldsOf(contract: Contract, node: Schema): [name: string, schema: Schema][] {
  const { properties = {}, allOf = [] } = follow(contract, node);
  return [
    ...allOf.flatMap((part) => fieldsOf(contract, part)),
    ...Object.entries(properties).map(([name, field]): [string, Schema] => [name, follow(contract, field)]),
  ];
}

/** Returns the fields that an operation shows. */
function viewFields(contract: Contract, operation: Operation | undefined): [name: string, schema: Schema][] {
  const success = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success && follow(contract, success).content?.['application/json']?.schema;
  return schema ? fieldsOf(contract, schema) : [];
}

/** By operation and field: which calls change a field that the operation shows and does not take (`x-changed-by`). */
function changers(contract: Contract): Record<string, Record<string, string[]>> {
  const operations = operationsOf(contract);
  const calls = new Map(operations.map(({ id, method, path }) => [id, `${method} ${path}`]));
  const found = operations.map((operation) => {
    const fields = viewFields(contract, operation).flatMap(
      ([name, { 'x-changed-by': by = [] }]): [string, string[]][] => {
        const known = by.flatMap((one) => calls.get(one) ?? []);
        return known.length > 0 ? [[name, known]] : [];
      },
    );
    return [operation.id, Object.fromEntries(fields)] as const;
  });
  return Object.fromEntries(found.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** Returns the fields of a body, and of everything that its schema is composed of. */
function bodyFields(contract: Contract, node: Schema): [name: string, schema: Schema][] {
  const { oneOf = [], anyOf = [], allOf = [], properties = {} } = follow(contract, node);
  return [
    ...[...oneOf, ...anyOf, ...allOf].flatMap((part) => bodyFields(contract, part)),
    ...Object.entries(properties),
  ];
}

/**
 * The kinds of openapi/resources.yaml, with what configuration as code needs of the contract: the fields that requests take, their defaults,
 * and how the IDs of a kind begin.
 */
function resourcesOf(contract: Contract): object {
  const operations = new Map(operationsOf(contract).map((operation) => [operation.id, operation]));
  const taken = (id: string | undefined): [string, Schema][] => {
    const schema = id && operations.get(id)?.body?.content?.['application/json']?.schema;
    return schema ? bodyFields(contract, schema) : [];
  };
  return mapped(contract['x-resources'] ?? {}, (value) => {
    const kind = value as { operations: Record<string, string>; id?: string };
    const { create, update, list } = kind.operations;
    const created = taken(create);
    const defaults = created.flatMap(([name, schema]) => {
      const found = defaultOf(schema) ?? defaultOf(follow(contract, schema));
      return found === undefined ? [] : [[name, found]];
    });
    const { items } = new Map(viewFields(contract, operations.get(list ?? ''))).get('data') ?? {};
    const id = items && kind.id !== undefined && new Map(fieldsOf(contract, items)).get(kind.id)?.pattern;
    return {
      ...kind,
      parameters: [...(operations.get(update ?? '')?.path ?? '').matchAll(/\{(\w+)\}/g)].map(
        ([, name]) => name,
      ),
      created: [...new Set(created.map(([name]) => name))],
      changed: [...new Set(taken(update).map(([name]) => name))],
      defaults: Object.fromEntries(defaults),
      ...(id ? { prefix: /^\^([a-z]+_)/.exec(id)?.[1] } : {}),
    };
  });
}

/** The document of {@link Contract} that has requests alone. */
export function requestsOf(contract: Contract): object {
  const { components = {} } = contract;
  const paths = mapped(contract.paths, (item) => pathItem(item as Node));
  const parameters = mapped(components['parameters'] ?? {}, withSchema);
  const schemas = (components.schemas ?? {}) as Node;
  // Policies are held against the schema of their type (`checkedParameters` of src/policies/resources/policies.ts).
  const ofPolicies = Object.keys(schemas).filter((name) => name.endsWith('Parameters'));
  const needed = referred(
    [paths, parameters, ofPolicies.map((name) => ({ $ref: `#/components/schemas/${name}` }))],
    schemas,
  );
  const kept = Object.entries(schemas).filter(([name]) => needed.has(name));
  return {
    openapi: '3.1.1',
    info: { title: 'requests', version: '0' },
    paths,
    components: { parameters, schemas: mapped(Object.fromEntries(kept), checking) },
    'x-changed-by': changers(contract),
    'x-resources': resourcesOf(contract),
  };
}

if (import.meta.main)
  writeFileSync('generated/requests.json', `${JSON.stringify(requestsOf(readContract()), undefined, 1)}\n`);
