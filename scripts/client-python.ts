// Writes the generated core of clients/python: the models, and classes of methods for each family.
// The generator (openapi-python-client) reads a copy of the contract that says what it cannot know by itself.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { clientNames } from './client-names.ts';
import { pythonEvents } from './client-python-events.ts';
import {
  type Answer,
  type Contract,
  follow,
  isJson,
  isOurs,
  operationsOf,
  type Schema,
} from '../src/lib/contract.ts';
import { readContract } from './contract.ts';
import { formerNamesOf } from './former-names.ts';
import { pythonMethod } from './python-names.ts';
import { pythonTools } from './python-tools.ts';

/**
 * The facts of an operation that the templates read besides those that the generator understands;
 * `clients/python/templates`.
 */
interface ClientFacts {
  method: string;
  accept?: string;
  contentType?: string;
  /** The query parameter that names the next page. */
  pages?: 'page' | 'offset';
}
type Marked = Schema & { title?: string; 'x-free-form'?: true };

/** An object without named fields, or with others beside them, is a dictionary for its users, not a class. */
const isFreeForm = ({ type, properties, allOf, additionalProperties }: Schema) =>
  [type].flat().includes('object') &&
  !allOf &&
  (additionalProperties === true || (!properties && additionalProperties !== false));

const isBlurred = (choices: Schema[]) => {
  const objects = choices.filter(({ properties }) => properties);
  return (
    objects.length > 1 &&
    new Set(objects.map(({ required }) => JSON.stringify(required))).size < objects.length
  );
};

/** The schema as the generator should see it; `name` is that of the component it is. */
function prepareSchema(contract: Contract, schema: Schema, name?: string): Marked {
  const node = { ...schema };
  // The service knows its defaults. If the client sent them, they would never change.
  delete node.default;
  delete node['x-default'];
  // Choices beside a type that is known only narrow it down, which is not for types to say.
  if (typeof node.type === 'string' && (node.type !== 'object' || node.properties)) {
    delete node.anyOf;
    delete node.oneOf;
  }
  const deeper = (value: Schema) => prepareSchema(contract, value);
  const each = (values: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, deeper(value)]));
  const description = node.description === undefined ? {} : { description: node.description };
  const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? [])].map((one) => follow(contract, one));
  // Choices that may be a dictionary are left to their users, because the generated code tells choices apart by class.
  // A choice between objects with the same required fields is left too. The generated code would take the first object
  // for every one.
  if (choices.some(isFreeForm) || isBlurred(choices) || (isFreeForm(node) && Array.isArray(node.type)))
    return description;
  if (node.enum) return prepareEnum(node, description, name);
  const below: Marked = {
    ...node,
    ...(node.properties && { properties: each(node.properties) }),
    ...(node.items && { items: deeper(node.items) }),
    ...(node.prefixItems && { prefixItems: node.prefixItems.map(deeper) }),
    ...(node.allOf && { allOf: node.allOf.map(deeper) }),
    ...(node.anyOf && { anyOf: node.anyOf.map(deeper) }),
    ...(node.oneOf && { oneOf: node.oneOf.map(deeper) }),
    ...(typeof node.additionalProperties === 'object' && {
      additionalProperties: deeper(node.additionalProperties),
    }),
    ...(node.unevaluatedProperties === false && { additionalProperties: false }),
  };
  if (!isFreeForm(below)) return below;
  delete below.properties;
  const { additionalProperties: values } = node;
  // The values of a dictionary are sent as they are, so they may not be objects of a class.
  const isOfClass = typeof values === 'object' && follow(contract, values).properties !== undefined;
  return { ...below, ...(isOfClass && { additionalProperties: true }), 'x-free-form': true };
}

/** An enum is open where the contract says so, and null is not one of its values but another type. */
function prepareEnum(node: Schema, description: { description?: string }, name?: string): Marked {
  const values = (node.enum ?? []).filter((value) => value !== null);
  const type = typeof values[0] === 'number' ? 'integer' : 'string';
  const listed: Marked = { ...description, type, enum: values };
  const others = [
    ...(node['x-open-enum'] ? [{ type }] : []),
    ...(values.length < (node.enum?.length ?? 0) ? [{ type: 'null' }] : []),
  ];
  if (others.length === 0) return listed;
  return { ...description, anyOf: [name === undefined ? listed : { ...listed, title: name }, ...others] };
}

/** Returns the response to a successful operation: one kind of content, and perhaps none at all. */
function successOf(contract: Contract, id: string, responses: Record<string, Answer>) {
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, answer]) => ({ status, content: follow(contract, answer).content ?? {} }));
  const kinds = answers.flatMap(({ content }) => {
    const types = Object.keys(content);
    const type = types.find(isJson) ?? types[0];
    return type === undefined ? [] : [{ type, schema: content[type]?.schema ?? {} }];
  });
  const [first, ...others] = kinds;
  if (others.some(({ schema }) => JSON.stringify(schema) !== JSON.stringify(first?.schema)))
    throw new Error(`${id} answers with several schemas; the Python client knows what to do with one`);
  return { statuses: answers.map(({ status }) => status), empty: kinds.length < answers.length, first };
}

/** All that a part of the contract refers to; what only webhooks are sent is in `client-python-events.ts`. */
function reached(contract: Contract, part: object, seen = new Set<object>()): ReadonlySet<object> {
  for (const [, ref] of JSON.stringify(part).matchAll(/"\$ref":"(#[^"]+)"/g)) {
    const target = follow<{ $ref?: string }>(contract, { $ref: ref ?? '' });
    if (!seen.has(target)) reached(contract, target, seen.add(target));
  }
  return seen;
}

/** The contract as the generator should see it. */
export function prepare(contract: Contract) {
  const operations = operationsOf(contract).filter(isOurs);
  const names = clientNames(operations);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { id, path, method, tag, summary, description, deprecated, ...operation } of operations) {
    const { statuses, empty, first } = successOf(contract, id, operation.responses);
    // An operation that only redirects a browser is not for programs.
    if (statuses.length === 0) continue;
    const query = operation.parameters.filter((one) => one.in === 'query').map((one) => one.name);
    const shape = first && follow(contract, first.schema).properties;
    const pages = (['page', 'offset'] as const).find((one) => query.includes(one));
    const types = Object.keys(operation.body?.content ?? {});
    const type = types.find(isJson) ?? types[0];
    const facts: ClientFacts = {
      method: pythonMethod(names.get(id)?.method ?? id),
      ...(first && { accept: first.type }),
      ...(type !== undefined && { contentType: type }),
      ...(pages && shape?.['data'] && shape['pagination'] && { pages }),
    };
    const content = first && {
      [isJson(first.type) ? 'application/json' : 'text/plain']: {
        schema: isJson(first.type) ? prepareSchema(contract, first.schema) : { type: 'string' },
      },
    };
    const sent = operation.body?.content?.[type ?? '']?.schema;
    const sentAs = [type ?? ''].find((one) => isJson(one) || one === 'application/x-www-form-urlencoded');
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: id,
      tags: [tag],
      summary,
      description: [description, deprecated && 'Deprecated: see the changelog.'].filter(Boolean).join('\n\n'),
      parameters: operation.parameters.map((one) => ({
        ...one,
        schema: prepareSchema(contract, { description: one.description, ...one.schema }),
      })),
      ...(sent && {
        requestBody: {
          required: operation.body?.required ?? false,
          // Text of any other kind is handed over as it is.
          content: sentAs
            ? { [sentAs]: { schema: prepareSchema(contract, sent) } }
            : { 'application/octet-stream': { schema: { type: 'string' } } },
        },
      }),
      security: operation.secured ? [{ apiKey: [] }] : [],
      responses: {
        200: { description: 'What it answers', ...(content && { content }), 'x-client': facts },
        ...(empty && content && { 204: { description: 'Nothing' } }),
      },
    };
  }
  const { openapi, info, components } = contract as Contract & { openapi: string; info: unknown };
  const theirs = new Set(operationsOf(contract).flatMap((one) => (isOurs(one) ? [] : [one.path])));
  const called = reached(
    contract,
    Object.entries(contract.paths).filter(([path]) => !theirs.has(path)),
  );
  const schemas = Object.fromEntries(
    Object.entries(components?.schemas ?? {})
      .filter(([, schema]) => called.has(schema))
      .map(([name, schema]) => [name, prepareSchema(contract, schema, name)]),
  );
  return { openapi, info, paths, components: { schemas } };
}

/** Returns the module of the former names of models. */
function formerModels(models: string): string {
  const names = formerNamesOf((name) => models.includes(`"${name}"`));
  // Python has no import of nothing.
  if (names.length === 0) return '__all__: list[str] = []\n';
  return `"""Former names of models. New code takes the present ones."""

from .models import (
${names.map(([, name]) => `    ${name},`).join('\n')}
)

${names.map(([old, name]) => `${old} = ${name}`).join('\n')}

__all__ = [
${names.map(([old]) => `    "${old}",`).join('\n')}
]
`;
}

/** Writes the core of the client into `target`, a folder of its own; `work` is for what is made on the way. */
export function generate(contract: Contract, tools: string, work: string, target: string): void {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  writeFileSync(`${work}/openapi.json`, JSON.stringify(prepare(contract), null, 2));
  // Our templates, and under `upstream` the generator's own, so that ours need only say what is different.
  const [upstream] = globSync(`${tools}/lib/python*/site-packages/openapi_python_client/templates`);
  if (upstream === undefined) throw new Error('the generator is not installed');
  cpSync(upstream, `${work}/templates/upstream`, { recursive: true });
  cpSync('clients/python/templates', `${work}/templates`, { recursive: true });
  const made = `${work}/made`;
  const words = ['generate', '--meta', 'none', '--fail-on-warning', '--overwrite'];
  const paths = ['--path', `${work}/openapi.json`, '--custom-template-path', `${work}/templates`];
  const { status, error, stdout, stderr } = spawnSync(
    `${tools}/bin/openapi-python-client`,
    [...words, ...paths, '--config', 'clients/python/generator.yaml', '--output-path', made],
    {
      encoding: 'utf8',
      env: { ...process.env, PATH: [resolve(tools, 'bin'), process.env['PATH']].join(delimiter) },
    },
  );
  if (status !== 0)
    throw new Error(`the generator of the Python client failed:\n${error?.message ?? stdout + stderr}`);
  // The generator always writes its errors; ours are written by hand.
  rmSync(`${made}/errors.py`);
  writeFileSync(`${made}/events.py`, pythonEvents(contract));
  writeFileSync(`${made}/former_names.py`, formerModels(readFileSync(`${made}/models/__init__.py`, 'utf8')));
  // Only now: what is committed stays where the generator fails.
  rmSync(target, { recursive: true, force: true });
  cpSync(made, target, { recursive: true });
}

if (import.meta.main) {
  const tools = pythonTools([3, 11]); // the generator needs 3.11; the client runs on 3.10
  if ('missing' in tools) {
    if (process.env['CI']) throw new Error(tools.missing);
    console.log(`The Python client is not generated: ${tools.missing}`);
  } else
    generate(
      readContract(),
      tools.folder,
      '.cache/client-python',
      'clients/python/src/keyward_client/_generated',
    );
}
