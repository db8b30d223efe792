// What a schema of the contract allows, without its references and its composition.
import { type Contract, follow, type Schema } from './contract.ts';

/** A schema with what it refers to and what composes it written into it. */
function flat(contract: Contract, { $ref, allOf = [], ...own }: Schema): Schema {
  const parts = [...($ref === undefined ? [] : [follow<Schema>(contract, { $ref })]), ...allOf];
  return [...parts.map((part) => flat(contract, part)), own].reduce((sum, part) => ({
    ...sum,
    ...part,
    required: [...(sum.required ?? []), ...(part.required ?? [])],
    properties: { ...sum.properties, ...part.properties },
  }));
}

/** One schema for each thing that a value may be: what may be a text or null is two of them. */
export function choicesOf(contract: Contract, node: Schema): Schema[] {
  const { oneOf, anyOf = oneOf, ...base } = flat(contract, node);
  if (anyOf) return anyOf.flatMap((one) => choicesOf(contract, { allOf: [base, one] }));
  return Array.isArray(base.type) ? base.type.map((type) => ({ ...base, type })) : [base];
}
