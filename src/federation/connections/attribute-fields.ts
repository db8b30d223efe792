import { invalid } from '../../failure.ts';
import { formedValues, refusalOfProfileValue } from '../../lib/profile-values.ts';
import type { AttributeSource } from './entities/connection.ts';
import { mappedFields } from './mapping.ts';

const fields: ReadonlySet<string> = new Set(mappedFields);

/** Tells the attribute that a field of a mapping names; undefined for a field of the user itself. */
const attributeOf = (field: string): string | undefined =>
  field.startsWith('attributes.') ? field.slice('attributes.'.length) : undefined;

/** @throws {Failure} VALIDATION_ERROR */
export function requireMapping(mapping: Readonly<Record<string, AttributeSource>>): void {
  for (const [field, { from, constant }] of Object.entries(mapping)) {
    const at = `attributeMapping.${field}`;
    const isKnown =
      fields.has(field) || (attributeOf(field) !== undefined && field !== 'attributes.__proto__');
    if (!isKnown)
      throw invalid(
        at,
        `must be a field that an identity provider may set: ${mappedFields.join(', ')}, or attributes.<name>`,
      );
    if ((from === undefined) === (constant === undefined))
      throw invalid(at, 'must have either from or constant');
    const formed = formedValues.find((name) => name === field);
    const refusal =
      formed === undefined || constant === undefined ? undefined : refusalOfProfileValue(formed, constant);
    if (refusal !== undefined) throw invalid(`${at}.constant`, refusal);
  }
}
