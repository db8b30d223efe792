// Judges objects by the JSON Schema of their kind before a request is sent. So a wrong field is found without a service, and in a plan
// with a key that may change nothing.
import { escaped, fieldName } from './pointers.ts';

/** The words of the schema that this file understands. Others are for editors, or the service judges them. */
export interface Node {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  errorMessage?: string;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Node>>;
  additionalProperties?: boolean | Node;
  items?: Node;
  allOf?: readonly Node[];
  anyOf?: readonly Node[];
  oneOf?: readonly Node[];
}

export interface Finding {
  /** The part that is wrong, as a JSON pointer. */
  pointer: string;
  rule: string;
  example?: string;
}

const shownChoices = 30;

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
};

const typeWords: Readonly<Record<string, string>> = {
  null: 'null',
  array: 'a list',
  object: 'an object',
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
};

const isOf = (value: unknown, type: string): boolean => {
  const own = typeOf(value);
  return own === type || (own === 'integer' && type === 'number');
};

const or = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** The number of letters that differ, at most three. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of a.split('').entries()) {
    const next = [at + 1];
    for (const [other, one] of b.split('').entries())
      next.push(
        Math.min(
          (next[other] ?? 0) + 1,
          (row[other + 1] ?? 0) + 1,
          (row[other] ?? 0) + Number(letter !== one),
        ),
      );
    row = next;
  }
  return Math.min(row[b.length] ?? 3, 3);
}

/** Returns a question with the word that a user may have meant. */
function hint(word: unknown, words: readonly unknown[]): string {
  if (typeof word !== 'string') return '';
  const lower = word.toLowerCase().slice(0, 100);
  const [nearest] = words
    .filter((one) => typeof one === 'string')
    .map((one) => ({ one, far: distance(lower, one.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far);
  return nearest && nearest.far < 3 ? ` Did you mean ${nearest.one}?` : '';
}

/** Names the field that was most likely meant, or all fields. */
const fieldHint = (name: string, fields: readonly string[]): string =>
  hint(name, fields) || (fields.length > 0 ? ` The fields here are ${choices(fields)}.` : '');

const exampleText = (name: string, { examples = [] }: Node): { example?: string } => {
  const [first] = examples;
  if (first === undefined) return {};
  const text = typeof first === 'string' ? first : JSON.stringify(first);
  return text.length > 120 ? {} : { example: `${name}: ${text}` };
};

export class SpecCheck {
  readonly #definitions: Readonly<Record<string, Node>>;

  constructor(definitions: Readonly<Record<string, Node>>) {
    this.#definitions = definitions;
  }

  /** Returns everything that is wrong with a value. No finding has a part of the value in it, which may be a secret. */
  findings(node: Node, value: unknown, pointer = ''): Finding[] {
    const own = this.#followed(node);
    const wrong = (rule: string): Finding[] => [{ pointer, rule, ...exampleText(fieldName(pointer), own) }];
    const types = own.type === undefined ? [] : [own.type].flat();
    if (types.length > 0 && !types.some((type) => isOf(value, type)))
      return wrong(`must be ${or(types.map((type) => typeWords[type] ?? type))}`);
    if (own.enum && !own.enum.includes(value))
      return wrong(`must be one of ${choices(own.enum)}.${hint(value, own.enum)}`);
    if (own.const !== undefined && own.const !== value) return wrong(`must be ${JSON.stringify(own.const)}`);
    return [
      ...(typeof value === 'string' ? textRules(own, value).flatMap(wrong) : []),
      ...(typeof value === 'number' ? numberRules(own, value).flatMap(wrong) : []),
      ...(Array.isArray(value) ? this.#list(own, value, pointer, wrong) : []),
      ...(typeOf(value) === 'object' ? this.#object(own, value as Record<string, unknown>, pointer) : []),
      ...(own.allOf ?? []).flatMap((one) => this.findings(one, value, pointer)),
      ...[own.anyOf, own.oneOf].flatMap((ways) => (ways ? this.#oneOf(ways, value, pointer, wrong) : [])),
    ];
  }

  #followed(node: Node): Node {
    if (node.$ref === undefined) return node;
    return this.#followed(this.#definitions[node.$ref.replace('#/definitions/', '')] ?? {});
  }

  #list(
    { items, minItems, maxItems }: Node,
    value: readonly unknown[],
    pointer: string,
    wrong: (rule: string) => Finding[],
  ): Finding[] {
    return [
      ...(value.length < (minItems ?? 0) ? wrong(`must have at least ${minItems} items`) : []),
      ...(value.length > (maxItems ?? value.length) ? wrong(`must have at most ${maxItems} items`) : []),
      ...(items ? value.flatMap((one, at) => this.findings(items, one, `${pointer}/${at}`)) : []),
    ];
  }

  #object(
    { properties = {}, additionalProperties, required = [] }: Node,
    value: Record<string, unknown>,
    pointer: string,
  ): Finding[] {
    const missing = required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({
        pointer,
        rule: `has no field ${name}`,
        ...exampleText(name, this.#followed(properties[name] ?? {})),
      }));
    const fields = Object.entries(value).flatMap(([name, one]): Finding[] => {
      const here = `${pointer}/${escaped(name)}`;
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (field) return this.findings(field, one, here);
      if (typeof additionalProperties === 'object') return this.findings(additionalProperties, one, here);
      if (additionalProperties !== false) return [];
      return [{ pointer: here, rule: `is an unknown field.${fieldHint(name, Object.keys(properties))}` }];
    });
    return [...missing, ...fields];
  }

  /** Judges a value that may have several forms, by the form that it comes closest to. */
  #oneOf(
    ways: readonly Node[],
    value: unknown,
    pointer: string,
    wrong: (rule: string) => Finding[],
  ): Finding[] {
    const all = ways.map((way) => ({ way: this.#followed(way), found: this.findings(way, value, pointer) }));
    if (all.some(({ found }) => found.length === 0)) return [];
    const named = all.find(({ way }) => this.#isNamed(way, value));
    const alike = all.filter(({ way }) => [way.type ?? []].flat().some((type) => isOf(value, type)));
    if (named) return named.found;
    if (alike.length === 1) return alike[0]?.found ?? [];
    const rules = all.flatMap(({ way }) => way.errorMessage ?? []);
    return wrong(rules.length > 0 ? or(rules) : 'does not have a form that the field takes');
  }

  /** Whether a field of the value says that this form is meant, such as `type`. */
  #isNamed({ properties = {} }: Node, value: unknown): boolean {
    if (typeOf(value) !== 'object') return false;
    return Object.entries(properties).some(
      ([name, field]) =>
        this.#followed(field).const !== undefined &&
        this.#followed(field).const === (value as Record<string, unknown>)[name],
    );
  }
}

const choices = (all: readonly unknown[]): string =>
  `${all.slice(0, shownChoices).map(String).join(', ')}${all.length > shownChoices ? ', …' : ''}`;

function textRules({ pattern, minLength = 0, maxLength, errorMessage }: Node, value: string): string[] {
  const length = Array.from(value).length;
  if (length < minLength) return [`must have at least ${minLength} characters`];
  if (length > (maxLength ?? length)) return [`must have at most ${maxLength} characters`];
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return [];
  return [errorMessage ?? 'does not have the form that the field takes'];
}

const numberRules = ({ minimum, maximum }: Node, value: number): string[] => [
  ...(value < (minimum ?? value) ? [`must be at least ${minimum}`] : []),
  ...(value > (maximum ?? value) ? [`must be at most ${maximum}`] : []),
];
