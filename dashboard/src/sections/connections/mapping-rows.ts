import type { ConnectionAttributeMapping } from '../../generated/types.gen.ts';

/** One field of a user, as it is edited. */
export interface FieldRow {
  field: string;
  by: 'from' | 'constant';
  from: string[];
  constant: string;
  lowerCase: boolean;
}

export const rowsOf = (mapping: ConnectionAttributeMapping): FieldRow[] =>
  Object.entries(mapping).map(([field, { from, constant, lowerCase }]) => ({
    field,
    by: constant === undefined ? 'from' : 'constant',
    from: from ?? [],
    constant: constant ?? '',
    lowerCase: lowerCase ?? false,
  }));

export const mappingOf = (rows: readonly FieldRow[]): ConnectionAttributeMapping =>
  Object.fromEntries(
    rows.map(({ field, by, from, constant, lowerCase }) => [
      field,
      { ...(by === 'from' ? { from } : { constant }), ...(lowerCase ? { lowerCase } : {}) },
    ]),
  );
