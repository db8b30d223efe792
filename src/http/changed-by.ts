import document from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { type Contract, follow, type Schema } from '../lib/contract.ts';
import type { OperationId } from '../operation.ts';

// The compiler would infer a type of its own for each of the thousands of objects.
const contract = document as unknown as Contract;

/** Returns the schema of a field that a schema has itself, or by one of its parts. */
function fieldOf(node: Schema, name: string): Schema | undefined {
  const { properties = {}, allOf = [] } = follow(contract, node);
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return follow(contract, own);
  return allOf.map((part) => fieldOf(part, name)).find((found) => found !== undefined);
}

const isOperation = (id: string): id is OperationId => Object.hasOwn(operations, id);

/**
 * Says which operations change a field that an operation shows and does not take: those that the field's schema names in
 * `x-changed-by`. It reads the contract at every call, because only refusals ask.
 */
export function changedBy(id: OperationId, name: string): string | undefined {
  const { path, method } = operations[id];
  const { responses = {} } = contract.paths[path]?.[method.toLowerCase() as Lowercase<typeof method>] ?? {};
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success && follow(contract, success).content?.['application/json']?.schema;
  const named = schema && fieldOf(schema, name)?.['x-changed-by'];
  const calls = named?.filter(isOperation).map((one) => `${operations[one].method} ${operations[one].path}`);
  return calls && `use ${calls.join(', ')} to change it`;
}
