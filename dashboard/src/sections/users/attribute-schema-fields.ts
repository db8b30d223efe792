/** A field of a form, for a property with one simple type. */
export interface SchemaField {
  name: string;
  label: string;
  description: string | undefined;
  kind: 'text' | 'number' | 'boolean' | 'choice';
  isRequired: boolean;
  isInteger: boolean;
  choices: readonly string[];
  minimum: number | undefined;
  maximum: number | undefined;
  maxLength: number | undefined;
  format: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const kindOf = ({ type, enum: allowed }: Schema): SchemaField['kind'] | undefined => {
  if (Array.isArray(allowed)) return allowed.every((one) => typeof one === 'string') ? 'choice' : undefined;
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'boolean' : undefined;
};

/** The properties of a schema that a form can show as fields; all others are JSON. */
export function fieldsOf(schema: unknown): SchemaField[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  return Object.entries(schema['properties']).flatMap(([name, property]) => {
    const kind = isObject(property) ? kindOf(property) : undefined;
    if (!isObject(property) || !kind) return [];
    return [
      {
        name,
        kind,
        label: textOf(property['title']) ?? name,
        description: textOf(property['description']),
        isRequired: required.includes(name),
        isInteger: property['type'] === 'integer',
        choices: kind === 'choice' ? [...new Set(property['enum'] as string[])] : [],
        minimum: numberOf(property['minimum']),
        maximum: numberOf(property['maximum']),
        maxLength: numberOf(property['maxLength']),
        format: textOf(property['format']),
      },
    ];
  });
}
