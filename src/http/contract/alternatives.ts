import type { ErrorObject } from 'ajv';
import { isObject } from '../../lib/object.ts';
import { messageOf } from './rule-words.ts';

/** An error to tell, and whether null would have been right as well. */
export interface Told {
  error: ErrorObject;
  nullable: boolean;
}

const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null';

/**
 * Folds what Ajv says of the branches of an `anyOf` or `oneOf` into one error. If the contract has a sentence for all of
 * them (`x-message`), the sentence is told. If null is one of two branches, the errors of the other are told. A choice
 * without a sentence is told only if nothing else is.
 */
export function withoutBranches(errors: readonly ErrorObject[]): Told[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const worded = unions.filter(({ parentSchema }) => messageOf(parentSchema) !== undefined);
  const optional = unions.filter(
    (union) => !worded.includes(union) && Array.isArray(union.schema) && union.schema.some(isNull),
  );
  const told = errors
    .filter((error) => !worded.some((union) => isBelow(error, union)))
    .filter((error) => !optional.some((union) => error === union || isOfNull(error, union)));
  const rules = told.filter((error) => worded.includes(error) || !unions.includes(error));
  return (rules.length > 0 ? rules : told).map((error) => ({
    error,
    nullable: optional.some((union) => isOfOther(error, union)),
  }));
}

/** Whether an error is one of a branch. */
const isBelow = (error: ErrorObject, union: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${union.schemaPath}/`) &&
  (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`));

const isOfNull = (error: ErrorObject, union: ErrorObject): boolean =>
  isBelow(error, union) && error.keyword === 'type' && isNull(error.parentSchema);

/** Whether an error is about the same value as a union whose other branch is null. */
const isOfOther = (error: ErrorObject, union: ErrorObject): boolean =>
  isBelow(error, union) && error.instancePath === union.instancePath;

/** `…/oneOf/3`, of the branches that a `type` tells apart. */
const branch = /^(.*\/oneOf)\/\d+(?=\/)/;

/**
 * Where a `oneOf` has a branch for each `type`, only the errors of the branch of that type mean something; without one the
 * type itself is at fault, which another error says.
 */
export function withoutOtherTypes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const others = new Set(
    errors.flatMap(({ keyword, schemaPath }) => {
      if (keyword !== 'const' || !schemaPath.endsWith('/properties/type/const')) return [];
      return branch.exec(schemaPath)?.[0] ?? [];
    }),
  );
  if (others.size === 0) return errors;
  const typed = new Set([...others].map((one) => one.replace(/\/\d+$/, '')));
  const kept = errors.filter(({ keyword, schemaPath }) => {
    const own = branch.exec(schemaPath)?.[0];
    if (own !== undefined) return !others.has(own);
    return !(keyword === 'oneOf' && typed.has(schemaPath));
  });
  return kept.length > 0 ? kept : errors;
}
