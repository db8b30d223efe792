// Writes the types of what webhooks are sent for clients/python: dictionaries, as verify_webhook gives them.
import { type Contract, follow, operationsOf, type Schema } from '../src/lib/contract.ts';

const keywords = new Set(['from', 'class', 'global', 'import', 'in', 'is', 'not', 'pass', 'lambda', 'async']);

/** The classes of a module, each after those it names. */
class Types {
  readonly #contract: Contract;
  readonly #written = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  get text(): string {
    return [...this.#written.values()].join('\n\n');
  }

  /** Writes the dictionary of an object; `wanted` is its name. */
  object(schema: Schema, wanted: string): string {
    if (this.#written.has(wanted)) return wanted;
    const fields = this.#fields(schema);
    const required = this.#required(schema);
    const optional = [...fields.keys()].filter((name) => !required.has(name));
    if (optional.length > 0)
      throw new Error(`${wanted} may lack ${optional.join(', ')}: TypedDict of 3.10 cannot`);
    const typed = [...fields].map(([name, one]) => [name, this.#kind(one, wanted + capital(name))] as const);
    const about = (schema.description ?? '').replaceAll('\n', ' ').trim();
    const lines = [...fields.keys()].some((name) => keywords.has(name))
      ? [
          `${wanted} = TypedDict("${wanted}", {${typed.map(([name, kind]) => `"${name}": ${kind}`).join(', ')}})`,
        ]
      : [
          `class ${wanted}(TypedDict):`,
          ...(about ? [`    """${about}."""`, ''] : []),
          ...typed.map(([name, kind]) => `    ${name}: ${kind}`),
        ];
    this.#written.set(wanted, `${lines.join('\n')}\n`);
    return wanted;
  }

  #fields(node: Schema): Map<string, Schema> {
    const { allOf = [], properties = {} } = follow(this.#contract, node);
    return new Map([...allOf.flatMap((part) => [...this.#fields(part)]), ...Object.entries(properties)]);
  }

  #required(node: Schema): Set<string> {
    const { allOf = [], required = [] } = follow(this.#contract, node);
    return new Set([...allOf.flatMap((part) => [...this.#required(part)]), ...required]);
  }

  #kind(node: Schema, name: string): string {
    const schema = follow(this.#contract, node);
    const named = /\/(\w+)$/.exec(node.$ref ?? '')?.[1] ?? name;
    if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`;
    if (schema.enum)
      return schema['x-open-enum']
        ? 'str'
        : `Literal[${schema.enum.map((one) => JSON.stringify(one)).join(', ')}]`;
    if (schema.oneOf) return schema.oneOf.map((one) => this.#kind(one, name)).join(' | ');
    const kinds = [schema.type ?? []].flat().map((type) => {
      if (type === 'array') return `list[${schema.items ? this.#kind(schema.items, `${name}Item`) : 'Any'}]`;
      if (type !== 'object') return plain.get(type) ?? 'Any';
      return this.#fields(schema).size > 0 ? this.object(schema, named) : 'dict[str, Any]';
    });
    if (kinds.length === 0 && schema.allOf) return this.object(schema, named);
    return kinds.length === 0 ? 'Any' : kinds.join(' | ');
  }
}

const plain = new Map([
  ['string', 'str'],
  ['integer', 'int'],
  ['number', 'float'],
  ['boolean', 'bool'],
  ['null', 'None'],
]);
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The module `events` of the generated core. */
export function pythonEvents(contract: Contract): string {
  const types = new Types(contract);
  const events = operationsOf({ ...contract, paths: contract.webhooks ?? {} }).map(({ path, body }) => {
    const schema = body?.content?.['application/json']?.schema ?? {};
    const name = /\/(\w+)$/.exec(schema.$ref ?? '')?.[1] ?? '';
    return [path, types.object(follow(contract, schema), name)] as const;
  });
  const overloads = events.map(
    ([type, name]) =>
      `@overload\ndef is_webhook_event(event: WebhookEvent, type_: Literal["${type}"]) -> TypeGuard[${name}]: ...\n`,
  );
  return `"""What webhooks are sent, by type. Made by \`make generate\` from the contract; do not edit."""

from typing import Any, Literal, TypedDict, TypeGuard, overload

from .._webhooks import WebhookEvent


${types.text}

${overloads.join('\n')}

def is_webhook_event(event: WebhookEvent, type_: str) -> bool:
    """Whether it is an event of this type, so that its \`data\` has a type too."""
    return event.get("type") == type_
`;
}
