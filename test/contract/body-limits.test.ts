import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { bodyLimit, mostBytes } from '../../scripts/body-limits.ts';
import type { Schema } from '../../src/lib/contract.ts';
import { formType } from '../../src/lib/form.ts';
import { describeFew, described, mostErrors } from '../../src/http/contract/few-errors.ts';
import { loadContract } from '../../src/http/contract/contract.ts';
import { type Case, everything, reader } from './enumerate.ts';

/** Four bytes in UTF-8; twelve as escapes of JSON and as escapes of a form. */
const widest = '\u{1F600}';

/** Returns the largest value of a schema, with every field, full lists and texts of the maximum length. */
function largestOf(node: Schema): unknown {
  const schema = reader.follow(node);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return longest(schema.enum);
  const [type] = [schema.type ?? (schema.properties ? 'object' : [])].flat().filter((one) => one !== 'null');
  const parts = (schema.allOf ?? []).map(largestOf);
  const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map(largestOf);
  const own = type === undefined ? undefined : ofType(type, schema);
  const all = [own, ...parts, ...(choices.length > 0 ? [longest(choices)] : [])].filter(
    (one) => one !== undefined,
  );
  const objects = all.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
  return objects.length === all.length && all.length > 0
    ? (Object.assign({}, ...objects) as unknown)
    : longest(all);
}

const longest = (values: readonly unknown[]): unknown =>
  values.toSorted((a, b) => (JSON.stringify(b) ?? '').length - (JSON.stringify(a) ?? '').length)[0];

function ofType(type: string, schema: Schema): unknown {
  if (type === 'array')
    return Array.from({ length: schema.maxItems ?? 1 }, () => largestOf(schema.items ?? {}));
  if (type === 'integer' || type === 'number') return 1.7976931348623157e308;
  if (type === 'boolean') return false;
  if (type === 'object') {
    const { properties = {}, additionalProperties: others, maxProperties = 0, propertyNames } = schema;
    const fields = Object.entries(properties).map(([name, value]): [string, unknown] => [
      name,
      largestOf(value),
    ]);
    const more = typeof others === 'object' && maxProperties > 0 ? Array.from({ length: maxProperties }) : [];
    const long = widest.repeat(Math.max(0, (propertyNames?.maxLength ?? 1) - 4));
    return Object.fromEntries([
      ...fields,
      ...more.map((_, at): [string, unknown] => [
        `${String(at).padStart(4, '0')}${long}`,
        largestOf(others as Schema),
      ]),
    ]);
  }
  const { maxLength, pattern, format, example, examples } = schema;
  if (maxLength === undefined)
    return [example, examples?.[0], '2026-01-15T10:30:00.000000000+00:00'].find(
      (one) => typeof one === 'string',
    );
  return (pattern === undefined && format === undefined ? widest : 'x').repeat(maxLength);
}

/** As Python writes JSON: ASCII alone, and indented. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );

const asForm = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(value as Record<string, unknown>).flatMap(([name, one]) =>
      [one].flat().map((each): [string, string] => [name, String(each)]),
    ),
  ).toString();

const withBody = everything.filter(({ body }) => body !== undefined);
const schemasOf = ({ body }: Case) => Object.entries(body?.content ?? {});

describe('the limit of a body', () => {
  test.for(
    withBody.filter((one) => one['x-max-body'] === undefined && operations[one.id].bodyLimit < mostBytes),
  )('lets the largest body of $id in', (operation) => {
    for (const [type, { schema = {} }] of schemasOf(operation)) {
      const value = largestOf(schema);
      const text = type === formType ? asForm(value) : asJson(value);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(operations[operation.id].bodyLimit);
      // Not so much more that it limits nothing.
      expect(operations[operation.id].bodyLimit).toBeLessThan(Buffer.byteLength(text) * 14 + 8_192);
    }
  });

  test('is never above 1 MiB, and above 400 KB only with a key or a signature', () => {
    const large = withBody.filter(({ id }) => operations[id].bodyLimit > 400_000);
    expect(large.filter(({ id }) => operations[id].bodyLimit > mostBytes)).toEqual([]);
    expect(large.flatMap(({ id, secured }) => (secured ? [] : [id]))).toEqual(['receiveLeakedSecrets']);
  });

  test('must be said where a schema has no bound', () => {
    const open = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
    const operation = { ...withBody[0], body: { content: { 'application/json': { schema: open } } } } as Case;
    delete operation['x-max-body'];
    expect(() => bodyLimit(reader.contract, operation)).toThrow('set x-max-body');
    expect(bodyLimit(reader.contract, { ...operation, 'x-max-body': 4_096 })).toBe(4_096);
  });
});

describe('a body with many errors', () => {
  const requestBody = Object.fromEntries(Array.from({ length: 80_000 }, (_, at) => [`f${at}`, 0]));

  test('is told 50 fields', async () => {
    const contract = loadContract();
    await contract.open();
    const failure = contract.requestFailure('unwrapCredential', {
      path: {},
      query: {},
      header: {},
      requestBody,
    });
    expect(Object.keys(failure?.details ?? {})).toHaveLength(50);
    expect(failure?.details).toMatchObject({ token: 'is required' });
  });

  test('has few of them described, and is judged as before', () => {
    const ajv = new Ajv2020({ allErrors: true, verbose: true, code: { process: describeFew } });
    const closed = ajv.compile({ type: 'object', additionalProperties: false });
    expect(closed(requestBody)).toBe(false);
    expect(closed.errors?.filter((error) => error !== undefined)).toHaveLength(mostErrors);
    expect(described(closed.errors)).toHaveLength(mostErrors);
    // A branch that fails with many errors does not make the one that holds fail.
    const either = ajv.compile({
      anyOf: [{ type: 'object', additionalProperties: false }, { type: 'object' }],
    });
    expect(either(requestBody)).toBe(true);
  });
});
