import { readContract } from '../../scripts/contract.ts';

// Answers of the API in which each text that the contract leaves open is markup (test/dashboard/hostile-answers.browser.test.ts).

/** Markup, and an address, that would run if a page took a text for more than a text. */
export const markup = `"><img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>`;
const address = 'javascript:globalThis.ran=1';

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

const document = readContract() as unknown as Document;

const found = (ref: string): Schema =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as Schema;

function text({ format, pattern, example, examples }: Schema): string {
  // The service stores no other text in these.
  if (format === 'date-time') return '2026-01-15T10:30:00.000Z';
  if (format === 'date') return '2026-01-15';
  if (pattern !== undefined) {
    const known = example ?? examples?.[0];
    if (typeof known === 'string' && new RegExp(pattern, 'u').test(known)) return known;
    const [, prefix] = /^\^(\w+_)\[0-9a-z\]\{26\}\$$/.exec(pattern) ?? [];
    if (prefix !== undefined) return `${prefix}01kahz5v3be4nr7q2m8x9c0d1e`;
    if (!new RegExp(pattern, 'u').test(markup)) return 'x';
  }
  return format?.startsWith('uri') ? address : markup;
}

/** Makes a value that has all that a schema allows, once. A schema within itself ends with nothing. */
function valueOf(schema: Schema, within: readonly string[] = []): unknown {
  if (schema.$ref !== undefined) {
    const { $ref, ...beside } = schema;
    if (within.filter((one) => one === $ref).length > 1) return null;
    return valueOf({ ...found($ref), ...beside }, [...within, $ref]);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null) ?? null;
  const { allOf, oneOf, anyOf, ...own } = schema;
  if (allOf) {
    const parts = allOf.map((one) => valueOf(one, within));
    const plain = parts.find((one) => typeof one !== 'object');
    return plain ?? Object.assign({}, own.properties ? valueOf(own, within) : {}, ...parts);
  }
  const choice = (oneOf ?? anyOf)?.find(({ type }) => type !== 'null');
  if (choice) {
    const chosen = valueOf(choice, within);
    return own.properties ? { ...(valueOf(own, within) as object), ...(chosen as object) } : chosen;
  }
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (type === 'object' || schema.properties) return object(schema, within);
  if (type === 'array') return schema.items ? [valueOf(schema.items, within)] : [markup];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1);
  if (type === 'boolean') return true;
  return text(schema);
}

function object({ properties = {}, additionalProperties }: Schema, within: readonly string[]) {
  const made = Object.fromEntries(
    // A list that never ends would be read without end.
    Object.entries(properties).map(([name, one]) => [
      name,
      name === 'hasMore' ? false : valueOf(one, within),
    ]),
  );
  if (!additionalProperties || Object.keys(properties).length > 0) return made;
  return { [markup]: additionalProperties === true ? markup : valueOf(additionalProperties, within) };
}

interface Response {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}

const answers = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const said = (get as { responses?: Record<string, Response> } | undefined)?.responses?.['200'];
  const response = said?.$ref === undefined ? said : (found(said.$ref) as Response);
  const schema = response?.content?.['application/json']?.schema;
  if (!schema) return [];
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return [{ pattern, literal: path.replaceAll(/\{\w+\}/g, '').length, schema }];
});

/** Returns what a read answers; undefined if the contract has no such read. */
export function hostileAnswer(path: string): unknown {
  const matching = answers.filter(({ pattern }) => pattern.test(path));
  const [best] = matching.toSorted((a, b) => b.literal - a.literal);
  return best && valueOf(best.schema);
}
