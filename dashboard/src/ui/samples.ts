import { clientNames } from '../../../scripts/client-names.ts';
import { pythonKeywords } from '../../../scripts/python-values.ts';
import { type Call as Written, curl, python, typescript } from '../../../scripts/sample-languages.ts';
import {
  type Contract,
  follow,
  type Operation,
  operationsOf,
  type Schema,
} from '../../../src/lib/contract.ts';
import type { Call } from '../api/sends.ts';
import { contract } from './contract.ts';

interface Sample {
  label: string;
  source: string;
}

/**
 * Whether a value has the shape of a schema: enough to choose between the alternatives of a field. A validator of JSON
 * Schema would make code at run time, which the policy of the page forbids.
 */
function fits(all: Contract, node: Schema, value: unknown): boolean {
  const schema = follow(all, node);
  const { type, enum: allowed, required = [], properties } = schema;
  if (allowed && !allowed.includes(value)) return false;
  const types = [type ?? []].flat();
  const kind =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'array'
        : typeof value === 'number'
          ? 'number'
          : typeof value;
  if (
    types.length > 0 &&
    !types.some((one) => one === kind || (one === 'integer' && Number.isInteger(value)))
  )
    return false;
  if (kind !== 'object') return true;
  const fields = value as Record<string, unknown>;
  return (
    required.every((name) => name in fields) &&
    (schema.additionalProperties !== false || Object.keys(fields).every((name) => properties?.[name]))
  );
}

const secretOf = ({ secured }: Operation): string | undefined => (secured ? 'KEYWARD_API_KEY' : undefined);

/** Without the fields that were left empty. */
const filled = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(filled)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== undefined)
            .map(([name, one]) => [name, filled(one)]),
        )
      : value;

/** A call as curl, TypeScript and Python, by the writers of the samples in the reference. */
export async function samplesOf({ operation: id, path = {}, query = {}, body }: Call): Promise<Sample[]> {
  const all = await contract();
  const operations = operationsOf(all);
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`the contract has no operation ${id}`);
  const reader = {
    follow: <T extends { $ref?: string }>(node: T): T => follow(all, node),
    misfit: (schema: Schema, value: unknown): string[] => (fits(all, schema, value) ? [] : ['another shape']),
  };
  const sent = body === undefined ? undefined : { type: 'application/json', value: filled(body) };
  const asked = filled(query) as Record<string, unknown>;
  const call: Written = {
    ...(clientNames(operations).get(id) ?? { family: '', method: id }),
    verb: operation.method,
    server: location.origin,
    path: operation.path,
    secret: secretOf(operation),
    inPath: new Map(Object.entries(path)),
    query: asked,
    body: sent,
    keywords: pythonKeywords(reader, operation, sent, asked),
    answers: Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .every(([, answer]) => follow(all, answer).content !== undefined),
  };
  return [
    { label: 'curl', source: curl(call) },
    { label: 'TypeScript', source: typescript(call) },
    { label: 'Python', source: python(call) },
  ];
}
