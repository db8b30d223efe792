/** An element of a Postgres array. Null stands for a missing value. */
export type ArrayElement = string | number | boolean | Date | Uint8Array | null;

/**
 * Returns a literal of a Postgres array in which every element is quoted (PostgreSQL 18, section 8.15.2). MikroORM quotes only some
 * elements: Postgres then reads the text `null` as no value, and leaves out spaces at the ends of a text. MikroORM also escapes as
 * JSON does: Postgres reads `\n` as the letter n.
 */
export const arrayLiteral = (values: readonly ArrayElement[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${textOf(value).replace(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`;

function textOf(value: NonNullable<ArrayElement>): string {
  if (value instanceof Date) return value.toISOString();
  return value instanceof Uint8Array ? String.raw`\x${Buffer.from(value).toString('hex')}` : String(value);
}
