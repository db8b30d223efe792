import { useQuery } from '@tanstack/react-query';
import { type Contract, follow, operationsOf, type Schema } from '../../../src/lib/contract.ts';
import { texts } from '../texts/ui.ts';
import { contract } from './contract.ts';

const { rules: words } = texts;

/** The rule that a value of a field of the body breaks. */
type FieldRule = (field: string, value: unknown) => string | undefined;

const ofText = (schema: Schema, value: string): string | undefined => {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  // JSON Schema counts code points.
  const length = Array.from(value).length;
  if (length < minLength) return words.shortest(minLength);
  if (length > maxLength) return words.longest(maxLength);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return schema['x-message'] ?? words.form;
  return undefined;
};

const ofNumber = ({ minimum = -Infinity, maximum = Infinity }: Schema, value: number): string | undefined => {
  if (value < minimum) return words.least(minimum);
  return value > maximum ? words.most(maximum) : undefined;
};

function broken(all: Contract, node: Schema, value: unknown): string | undefined {
  const schema = follow(all, node);
  const parts = (schema.allOf ?? []).map((part) => broken(all, part, value));
  const own = () => {
    if (typeof value === 'string') return ofText(schema, value);
    if (typeof value === 'number') return ofNumber(schema, value);
    if (!Array.isArray(value)) return undefined;
    const { items, minItems = 0, maxItems = Infinity } = schema;
    if (value.length < minItems) return words.fewest(minItems);
    if (value.length > maxItems) return words.moreThan(maxItems);
    return items && value.map((item) => broken(all, items, item)).find((rule) => rule !== undefined);
  };
  return own() ?? parts.find((rule) => rule !== undefined);
}

/**
 * Reads the rules of the contract for the fields of a body: lengths, bounds and patterns. Without the contract, nothing is
 * broken: the service decides.
 */
export function useFieldRules(operation: string): FieldRule {
  const { data } = useQuery({
    queryKey: ['rules', operation],
    queryFn: async () => {
      const all = await contract();
      const found = operationsOf(all).find(({ id }) => id === operation);
      const schema = found?.body?.content?.['application/json']?.schema;
      return { all, fields: schema ? (follow(all, schema).properties ?? {}) : {} };
    },
    staleTime: Infinity,
  });
  return (field, value) => {
    const schema = data?.fields[field];
    return data && schema ? broken(data.all, schema, value) : undefined;
  };
}
