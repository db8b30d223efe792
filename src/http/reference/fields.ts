// The fields of a schema: what each one is called, takes and means.
import { html, type Content, type Markup } from '../../lib/markup.ts';
import { defaultOf, type Parameter, type Schema } from '../../lib/contract.ts';
import { follow } from './document.ts';
import { inline } from './text.ts';

export interface Field {
  name: string;
  /** Its place on the page, such as `body.scopes`. */
  at: string;
  kind: string;
  required: boolean;
  description: string;
  rules: string[];
  values: string[];
  fields: Field[];
}

/** Deeper fields are not shown: schemas may hold themselves. */
const deepest = 5;

/** Returns the fields of an object, with those of what composes it. */
export function fieldsOf(node: Schema, at: string, depth = 0, seen: readonly Schema[] = []): Field[] {
  const schema = follow(node);
  if (depth > deepest || seen.includes(schema)) return [];
  const beside = [...seen, schema];
  const { allOf = [], anyOf = [], oneOf = [], properties = {}, required = [], items } = schema;
  const composed = [...allOf, ...anyOf, ...oneOf].flatMap((part) => fieldsOf(part, at, depth, beside));
  const own = Object.entries(properties).map(([name, property]): Field => {
    const { kind, rules, values, description } = shownOf(property);
    const place = `${at}.${name}`;
    return {
      name,
      at: place,
      kind,
      required: required.includes(name),
      description,
      rules,
      values,
      fields: fieldsOf(property, place, depth + 1, beside),
    };
  });
  const inItems = items ? fieldsOf(items, at, depth, beside) : [];
  const all = new Map<string, Field>();
  for (const field of [...composed, ...own, ...inItems]) {
    const known = all.get(field.name);
    // A part may only demand a field that another part describes, or narrow its values.
    all.set(field.name, known ? merged(known, field) : field);
  }
  return [...all.values()];
}

const merged = (a: Field, b: Field): Field => ({
  ...a,
  kind: a.kind === 'any' ? b.kind : a.kind,
  required: a.required || b.required,
  description: a.description || b.description,
  rules: [...new Set([...a.rules, ...b.rules])],
  values: [...new Set([...a.values, ...b.values])],
  fields: a.fields.length > 0 ? a.fields : b.fields,
});

/** A parameter as a field. */
export function fieldOfParameter({ name = '', in: place = '', required = false, ...rest }: Parameter): Field {
  const { kind, rules, values, description } = shownOf(rest.schema ?? {});
  const said = rest.description ?? description;
  return { name, at: `${place}.${name}`, kind, required, description: said, rules, values, fields: [] };
}

const range = (least: number | undefined, most: number | undefined, unit: string): string[] => {
  if (most === undefined) return least ? [`at least ${least}${unit}`] : [];
  return [least ? `${least} to ${most}${unit}` : `at most ${most}${unit}`];
};

function shownOf(node: Schema): Pick<Field, 'kind' | 'rules' | 'values' | 'description'> {
  const schema = follow(node);
  const { items, minimum, maximum } = schema;
  const fallback = defaultOf(schema);
  const inner = items ? shownOf(items) : undefined;
  const rules = [
    ...range(minimum, maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(fallback === undefined ? [] : [`default \`${JSON.stringify(fallback)}\``]),
  ];
  const only = schema.const === undefined ? [] : [schema.const];
  const values = [...(schema.enum ?? only), ...partsOf(schema).flatMap((part) => follow(part).enum ?? [])]
    .filter((value) => value !== null)
    .map(String);
  return {
    kind: kindOf(schema),
    rules,
    values: values.length > 0 ? values : (inner?.values ?? []),
    description: node.description ?? schema.description ?? '',
  };
}

const partsOf = ({ allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] => [...allOf, ...anyOf, ...oneOf];

/** Returns the type of a value, in a few words. */
function kindOf(node: Schema): string {
  const { type, format, items, allOf, ...schema } = follow(node);
  if (type === undefined) {
    const kinds = [...(allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(kindOf);
    const known = [...new Set(kinds.flatMap((kind) => kind.split(' or ')))].filter((kind) => kind !== 'any');
    if (known.length > 0) return known.join(' or ');
    return schema.properties ? 'object' : schema.const === undefined ? 'any' : typeof schema.const;
  }
  const kinds = [type].flat().map((one) => {
    if (one === 'array' && items) return `array of ${kindOf(items)}`;
    return one === 'string' && format === 'date-time' ? 'timestamp' : one;
  });
  return kinds.join(' or ');
}

/** Fields that hold others show these only on demand, from this many on. */
const few = 4;

/** Writes a list of fields. The name of each is a link to its place. */
export const fieldList = (fields: readonly Field[]): Markup =>
  html`<ul class="fields">${fields.map(
    (
      field,
    ) => html`<li id="${field.at}"><div class="field"><a href="#${field.at}"><code>${field.name}</code></a> <span class="kind">${field.kind}</span>${field.required && html` <span class="required">required</span>`}</div>
${field.description !== '' && html`<p>${inline(field.description)}</p>`}
${remarks(field)}
${nested(field)}</li>`,
  )}</ul>`;

const remarks = ({ rules, values }: Field): Content => {
  const allowed = values.map((value, at) => html`${at > 0 && ', '}<code>${value}</code>`);
  const parts = [
    ...(values.length > 0 ? [html`One of ${allowed}`] : []),
    ...rules.map((rule) => inline(rule)),
  ];
  return (
    parts.length > 0 && html`<p class="rules">${parts.map((part, at) => html`${at > 0 && ' · '}${part}`)}</p>`
  );
};

const nested = ({ name, fields }: Field): Content => {
  if (fields.length === 0) return null;
  const list = fieldList(fields);
  return fields.length < few
    ? list
    : html`<details><summary>${fields.length} fields of <code>${name}</code></summary>${list}</details>`;
};
