import { headersOf } from './answer-headers.ts';
import type { Exchange } from './exchange.ts';
import type { SentAnswer } from './idempotency.ts';
import type { EngineWriter } from '../operation.ts';

/**
 * Lets somebody else write the answer: what every answer carries is there before, and may be written over.
 * @param strict whether a status that the contract does not declare becomes a 500; for tests
 * @returns what was answered, for metrics and the log
 */
export async function letWrite(
  exchange: Exchange,
  write: EngineWriter,
  strict: boolean,
): Promise<SentAnswer> {
  const { request, response, facts } = exchange;
  const { 'Content-Type': _, ...headers } = headersOf(exchange, { status: 200, body: undefined });
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  if (strict) {
    const statuses: readonly number[] = facts?.statuses ?? [];
    const writeHead = response.writeHead.bind(response) as (
      status: number,
      ...rest: unknown[]
    ) => typeof response;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      if (statuses.includes(status)) return writeHead(status, ...rest);
      response.setHeader('X-Undeclared-Status', status);
      return writeHead(500, ...rest);
    };
  }
  try {
    await write(request, response);
    if (!response.headersSent) throw new Error('nothing was answered');
  } catch (error) {
    // What it had begun to say must not be said by the refusal that follows.
    if (!response.headersSent) for (const name of response.getHeaderNames()) response.removeHeader(name);
    Reflect.deleteProperty(response, 'writeHead');
    throw error;
  }
  return { status: response.statusCode, body: undefined };
}
