// Lint rules that keep out of the contract what code generators cannot read (docs/decisions/0105-documents-for-generators.md).
import type { Schema } from '../src/lib/contract.ts';
import type { Reader } from './contract-reader.ts';

type Finding = [where: string, sentence: string];
type DocumentRule = (reader: Reader) => Finding[];

/** The kinds of components that generators make types of. They write these types into one package. */
const typed = ['schemas', 'parameters', 'headers', 'responses'];

/** Returns the schemas of parameters, headers and bodies below a part of the document, under the part that has them. */
function rootsOf(node: unknown, where: string): [where: string, root: Schema][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]): [string, Schema][] => {
    if (key === 'schema') return [[where, value as Schema]];
    return key.startsWith('example') ? [] : rootsOf(value, where);
  });
}

/** Returns every schema of the document, under the component, the path or the event that has it. */
function schemasOf(reader: Reader): [where: string, schema: Schema][] {
  const { contract, components } = reader;
  const { schemas: _, ...others } = contract.components ?? {};
  const parts = [contract.paths, contract.webhooks ?? {}, ...Object.values(others)].flatMap((part) =>
    Object.entries(part ?? {}),
  );
  return [...components, ...parts.flatMap(([name, part]) => rootsOf(part, name))].flatMap(([where, root]) =>
    [...reader.walk(root, false)].map(({ schema }): [string, Schema] => [where, schema]),
  );
}

export const generatorRules = {
  'default-place': (reader) =>
    schemasOf(reader)
      .filter(
        ([, { default: value, allOf, anyOf, oneOf }]) => value !== undefined && (allOf ?? anyOf ?? oneOf),
      )
      .map(([where]) => [where, 'write the default beside allOf, anyOf or oneOf as x-default']),
  'one-type': (reader) =>
    schemasOf(reader)
      .map(([where, { type }]): [string, string[]] => [
        where,
        [type ?? []].flat().filter((one) => one !== 'null'),
      ])
      .filter(([, types]) => types.length > 1)
      .map(([where, types]) => [where, `write an anyOf with a schema for each type of ${types.join(', ')}`]),
  'constructor-name': ({ components }) =>
    components
      .filter(([name]) => /^New[A-Z]/.test(name))
      .map(([name]) => [name, 'rename the schema: generated code in Go calls its constructors New…']),
  'component-name': ({ contract }) => {
    const known = new Map<string, string>();
    return typed.flatMap((kind) =>
      Object.keys(contract.components?.[kind] ?? {}).flatMap((name): Finding[] => {
        const other = known.get(name.toLowerCase());
        known.set(name.toLowerCase(), kind);
        if (!/^[A-Za-z0-9]+$/.test(name))
          return [[name, `rename the component of ${kind}: letters and digits`]];
        return other === undefined
          ? []
          : [[name, `rename the component of ${kind}: ${other} has this name too`]];
      }),
    );
  },
  'link-body': ({ contract }) =>
    Object.entries(contract.components?.['links'] ?? {})
      .filter(([, link]) => Object.hasOwn(link as object, 'requestBody'))
      .map(([name]) => [
        name,
        'say in the description of the link what the body takes, in place of requestBody',
      ]),
} satisfies Record<string, DocumentRule>;
