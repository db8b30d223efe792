/**
 * Returns a literal of a Postgres array in which every element is quoted (PostgreSQL 18, section 8.15.2). MikroORM quotes only some
 * elements: Postgres then reads the text `null` as no value, and leaves out spaces at the ends of a text. MikroORM also escapes as
 * JSON does: Postgres reads `\n` as the letter n.
 */
export const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
