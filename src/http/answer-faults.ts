// Holds responses against the contract. Only tests do, so nothing imports this file before it is needed: the contract takes 20 MB.
import document from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import type { OperationId } from '../operation.ts';
import { fieldErrors } from './contract/field-errors.ts';
import { openValidators } from './contract/validators.ts';

interface Shown {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  type: string;
}

/** Returns what breaks the contract, in words; undefined when the response keeps it. */
export type AnswerFault = (id: OperationId, answer: Shown) => string | undefined;

let loaded: Promise<AnswerFault> | undefined;

/** Loads the whole contract, with its responses, once in a process. It is slow, and so are its checks. */
export const loadAnswerFault = (): Promise<AnswerFault> => (loaded ??= load());

async function load(): Promise<AnswerFault> {
  const { validator, known } = await openValidators(structuredClone(document));
  return (id, { status, body, headers, type }) => {
    const facts = operations[id];
    if (!(facts.statuses as readonly number[]).includes(status)) return `status ${status} is not declared`;
    if (body !== undefined && /^application\/(scim\+)?json/.test(type)) {
      const { errors } = validator.validateResponse(structuredClone(body), id, status);
      if (errors) return JSON.stringify(fieldErrors(errors));
    }
    return headerFault(known.get(id)?.responses?.[String(status)], headers);
  };
}

interface DeclaredResponse {
  headers?: Record<string, { required?: boolean; schema?: { type?: string; enum?: string[] } }>;
}

/** openapi-backend would take every declared header for required. */
function headerFault(response: unknown, headers: Record<string, string>): string | undefined {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, { required, schema }] of Object.entries(
    (response as DeclaredResponse | undefined)?.headers ?? {},
  )) {
    const value = sent.get(name.toLowerCase());
    if (value === undefined && required) return `the header ${name} is missing`;
    if (value === undefined) continue;
    if (schema?.type === 'integer' && !/^\d+$/.test(value)) return `the header ${name} is not a whole number`;
    if (schema?.enum && !schema.enum.includes(value))
      return `the header ${name} has a value that is not allowed`;
  }
  return undefined;
}
