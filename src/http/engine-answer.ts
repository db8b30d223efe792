import { headersOf } from './answer-headers.ts';
import type { RequestContext } from './request-context.ts';
import type { SentAnswer } from './idempotency.ts';
import type { EngineWriter } from '../operation.ts';

/**
 * Lets an engine write the response. The headers that every response carries are set before, and the engine may
 * overwrite them.
 * @param strict whether a status that the contract does not declare becomes a 500; for tests
 * @returns what was answered, for metrics and the log
 */
export async function letWrite(
  context: RequestContext,
  write: EngineWriter,
  strict: boolean,
): Promise<SentAnswer> {
  const { request, response, facts } = context;
  const { 'Content-Type': _, ...headers } = headersOf(context, { status: 200, body: undefined });
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
    if (!response.headersSent) throw new Error('the engine sent no response');
  } catch (error) {
    // The refusal that follows must not have the headers that the engine has set.
    if (!response.headersSent) for (const name of response.getHeaderNames()) response.removeHeader(name);
    Reflect.deleteProperty(response, 'writeHead');
    throw error;
  }
  return { status: response.statusCode, body: undefined };
}
