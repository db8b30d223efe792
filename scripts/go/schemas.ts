// Prepares a schema of the contract for oapi-codegen, which makes the models of clients/go.
import { type Contract, follow, type Schema } from '../../src/lib/contract.ts';
import { pascal } from '../client-names.ts';
import { typeName } from './words.ts';

/** A schema with what tells oapi-codegen how a field is written. */
type Marked = Schema & {
  'x-omitempty'?: boolean;
  'x-omitzero'?: boolean;
  'x-go-type'?: string;
  'x-go-type-skip-optional-pointer'?: boolean;
};

const pointer = '#/components/schemas/';
const describe = ({ description }: Schema): Schema => (description === undefined ? {} : { description });
const typesOf = ({ type }: Schema): string[] => [type ?? []].flat().filter((one) => one !== 'null');

/** The schemas of the models. Each structure and each enum gets a name, also where the contract has none for it. */
export class Models {
  readonly #contract: Contract;
  readonly #named = new Map<string, Schema>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** The prepared schemas, by the names of their types. */
  get schemas(): Record<string, Schema> {
    return Object.fromEntries([...this.#named].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  /**
   * Adds the types that a schema needs, and returns its own type.
   * @param name the name for a structure that has none in the contract
   */
  add(name: string, schema: Schema): string {
    return goType(this.#prepare(schema, name));
  }

  /** Returns the type of the items of a page, and undefined for another type. */
  itemOf(type: string): string | undefined {
    const items = this.#named.get(type)?.properties?.['data']?.items;
    return items && goType(items);
  }

  /** Prepares a schema, without null: a field says whether it may be null. A structure or an enum is added under a name. */
  #prepare(node: Schema, wanted: string): Marked {
    const { $ref } = node.allOf?.length === 1 && !node.properties ? (node.allOf[0] ?? node) : node;
    const name = typeName($ref?.startsWith(pointer) ? $ref.slice(pointer.length) : wanted);
    const given = $ref === undefined ? node : { ...follow<Schema>(this.#contract, { $ref }) };
    const whole = this.#withoutNull(this.#merged(given));
    if (whole.$ref !== undefined) return this.#prepare(whole, name);
    if (whole.properties === undefined && whole.enum === undefined)
      return { ...this.#plain(whole, name), ...describe(node) };
    if (!this.#named.has(name)) {
      // A structure may contain itself.
      this.#named.set(name, {});
      this.#named.set(name, whole.properties ? this.#structure(whole, name) : this.#enum(whole));
    }
    return { $ref: pointer + name };
  }

  /** Returns an object with the properties of all its parts. oapi-codegen refuses parts that say different things of one property. */
  #merged({ allOf = [], ...own }: Schema): Schema {
    if (allOf.length === 0) return own;
    return [...allOf.map((part) => this.#merged(follow(this.#contract, part))), own].reduce((sum, part) => ({
      ...sum,
      ...part,
      required: [...(sum.required ?? []), ...(part.required ?? [])],
      properties: { ...sum.properties, ...part.properties },
    }));
  }

  /** Returns what a schema allows besides null. A choice between kinds of text, such as two kinds of addresses, is a text. */
  #withoutNull(node: Schema): Schema {
    const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? [])].filter((one) => one.type !== 'null');
    if (node.properties !== undefined || choices.length === 0) return node;
    const [first] = choices;
    if (choices.length === 1 && first) return { ...first, ...describe(node) };
    const types = new Set([node, ...choices].flatMap((one) => typesOf(follow(this.#contract, one))));
    const [type] = types;
    const isPlain = types.size === 1 && type !== 'object' && type !== 'array';
    return isPlain && type !== undefined ? { ...describe(node), type } : describe(node);
  }

  /** Prepares a schema that needs no type in Go. A schema of several types is a value of any type. */
  #plain(node: Schema, name: string): Schema {
    const [type, ...others] = typesOf(node);
    if (type === undefined || others.length > 0) return describe(node);
    const { items, additionalProperties: more, format } = node;
    return {
      ...describe(node),
      type,
      ...(format !== undefined && { format }),
      ...(type === 'array' && { items: this.#prepare(items ?? {}, `${name}Item`) }),
      ...(type === 'object' && {
        additionalProperties: typeof more === 'object' ? this.#prepare(more, `${name}Value`) : true,
      }),
    };
  }

  #enum(node: Schema): Schema {
    const values = (node.enum ?? []).filter((value) => value !== null);
    return { ...describe(node), type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values };
  }

  /**
   * Prepares an object. A field that may be left out and be null is a `Nullable`. Each other field that may be left out or be null is
   * a pointer, a slice or a map: nil leaves the field out, or is null if the field is required.
   */
  #structure(node: Schema, parent: string): Schema {
    const always = new Set<string>();
    const fields = Object.entries(node.properties ?? {}).map(([name, schema]): [string, Marked] => {
      const field = this.#prepare(schema, `${parent}${pascal(name)}`);
      const [isRequired, mayBeNull] = [node.required?.includes(name) === true, this.#isNullable(schema)];
      if (isRequired && !mayBeNull) always.add(name);
      if (isRequired) return [name, mayBeNull ? { ...field, 'x-omitempty': false } : field];
      const leftOut = { 'x-omitempty': false, 'x-omitzero': true };
      if (!mayBeNull) return [name, { ...field, ...leftOut }];
      const type = `Nullable[${goType(field)}]`;
      return [
        name,
        { ...describe(field), ...leftOut, 'x-go-type': type, 'x-go-type-skip-optional-pointer': true },
      ];
    });
    return {
      ...describe(node),
      type: 'object',
      required: [...always],
      properties: Object.fromEntries(fields),
    };
  }

  #isNullable(node: Schema): boolean {
    const { type, enum: values, anyOf = [], oneOf = [], allOf = [] } = follow(this.#contract, node);
    if ([type].flat().includes('null') || values?.includes(null)) return true;
    return (
      [...anyOf, ...oneOf].some((one) => one.type === 'null') ||
      (allOf.length === 1 && allOf.some((one) => this.#isNullable(one)))
    );
  }
}

/** Returns the type of Go of a prepared schema. */
function goType(node: Schema): string {
  if (node.$ref !== undefined) return node.$ref.slice(pointer.length);
  if (node.type === 'string') return node.format === 'date-time' ? 'time.Time' : 'string';
  if (node.type === 'integer') return 'int';
  if (node.type === 'number') return 'float64';
  if (node.type === 'boolean') return 'bool';
  if (node.type === 'array') return `[]${goType(node.items ?? {})}`;
  if (node.type !== 'object') return 'any';
  const { additionalProperties: more } = node;
  return `map[string]${typeof more === 'object' ? goType(more) : 'any'}`;
}
