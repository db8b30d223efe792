// Splits a schema of the contract into the choices that it allows, without its references and its composition.
import { isDeepStrictEqual } from 'node:util';
import { texts, writtenOut } from './breaking-unknown.ts';
import { type Contract, follow, type Schema } from '../src/lib/contract.ts';

type Keywords = Record<string, unknown>;
const merged = ['required', 'properties', ...texts];
const keywordsOf = (schema: Schema): Keywords =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !merged.includes(keyword)));

/**
 * Returns the keywords and properties that two parts define differently, under names that no rule knows. Only
 * the last part is in the merged schema, so a change of any part cannot be judged.
 */
function disputes(contract: Contract, one: Schema, other: Schema): Keywords {
  const between = (left: Keywords, right: Keywords, nameOf: (key: string) => string) =>
    Object.keys(left)
      .filter((key) => right[key] !== undefined && left[key] !== undefined)
      .map((key) => ({
        name: nameOf(key),
        values: writtenOut(contract, [left[key], right[key]]) as unknown[],
      }))
      .filter(({ values: [a, b] }) => !isDeepStrictEqual(a, b))
      .map(({ name, values }) => [name, [(one as Keywords)[name], (other as Keywords)[name], ...values]]);
  return Object.fromEntries([
    ...between(keywordsOf(one), keywordsOf(other), (keyword) => `${keyword} of an allOf`),
    ...between(one.properties ?? {}, other.properties ?? {}, (name) => `the property ${name} of an allOf`),
  ]) as Keywords;
}

/** A schema with what it refers to and what composes it written into it. */
function flat(contract: Contract, { $ref, allOf = [], ...own }: Schema): Schema {
  const parts = [...($ref === undefined ? [] : [follow<Schema>(contract, { $ref })]), ...allOf];
  return [...parts.map((part) => flat(contract, part)), own].reduce((sum, part) => ({
    ...sum,
    ...part,
    ...disputes(contract, sum, part),
    required: [...(sum.required ?? []), ...(part.required ?? [])],
    properties: { ...sum.properties, ...part.properties },
  }));
}

/** One schema for each thing that a value may be: what may be a text or null is two of them. */
export function choicesOf(contract: Contract, node: Schema): Schema[] {
  const { oneOf, anyOf = oneOf, ...rest } = flat(contract, node);
  const both = oneOf && anyOf !== oneOf && { 'oneOf beside anyOf': writtenOut(contract, oneOf) };
  const base: Schema = { ...rest, ...both };
  if (anyOf) return anyOf.flatMap((one) => choicesOf(contract, { allOf: [base, one] }));
  return Array.isArray(base.type) ? base.type.map((type) => ({ ...base, type })) : [base];
}
