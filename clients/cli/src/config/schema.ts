/** Returns the JSON Schema of a document of a file, as `make generate` made it from the contract. */
export async function schemaText(): Promise<string> {
  // Loaded late, because the schema is long.
  const { default: schema } = await import('../generated/config-schema.json', { with: { type: 'json' } });
  return `${JSON.stringify(schema, null, 2)}\n`;
}
