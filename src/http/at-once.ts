import type { SecretAtOnce } from '../credentials/let-in.ts';
import { atOnce } from '../handlers/index.ts';
import { isWellFormedSecret } from '../lib/secret.ts';
import { bearerOf } from './bearer.ts';
import type { BytesReader } from './body/body-bytes.ts';
import type { RequestContext } from './request-context.ts';
import { sessionOf } from './user-authentication.ts';

/** A longer body costs more to read and to check than a statement is saved for. */
const mostBytes = 4_096;

type Ask = (body: unknown, permission: string) => SecretAtOnce | undefined;

/** By operationId. */
const askOf: Readonly<Record<string, Ask>> = Object.assign({}, ...Object.values(atOnce));

/**
 * Whether the statement that lets the caller in may answer the whole request, as far as its head says. The body must come with its
 * length, so that it is read in one piece. While bodies take much memory, each is read after its caller is known.
 */
export function asksAtOnce(
  context: RequestContext,
  { baseUrl, readBytes }: { baseUrl: () => string; readBytes: { known: BytesReader } },
): boolean {
  const { id, facts, incoming, request } = context;
  if (id === undefined || askOf[id] === undefined || facts?.scheme !== 'apiKey') return false;
  // The checks that come after the caller may not depend on the caller. The check of the permission is the exception.
  if (facts.transaction !== null || facts.recent !== null || facts.permission === null) return false;
  const length = Number(incoming['content-length']);
  if (!(length > 0 && length <= mostBytes) || incoming['transfer-encoding'] !== undefined) return false;
  if (!readBytes.known.isRoomy() || sessionOf(context, baseUrl()) !== undefined) return false;
  const key = bearerOf(request);
  return key !== undefined && isWellFormedSecret(key);
}

/**
 * Returns the secret that the request asks about. The checks that come after the caller are made before, because the statement
 * counts. If one of them fails, the request goes the ordinary way, where the caller is checked first. So the order of checks stays the
 * same for the client.
 * @param checkAhead makes these checks
 */
export async function secretOf(
  context: RequestContext,
  checkAhead: () => Promise<void>,
): Promise<SecretAtOnce | undefined> {
  const { id, facts, incoming, request } = context;
  // Node calls us for the head of a request. It reads a body that came in the same piece before it comes back here.
  await Promise.resolve();
  if (request.readableLength !== Number(incoming['content-length'])) return undefined;
  const bytes: Buffer | null = request.read();
  if (bytes === null) return undefined;
  // Otherwise the request would never end, and the connection would keep it.
  request.resume();
  context.arrived = bytes;
  try {
    await checkAhead();
    context.isReady = true;
    return askOf[id ?? '']?.(context.body?.value, facts?.permission ?? '');
  } catch {
    // The same checks refuse it again, in their turn.
    context.isReady = false;
    delete context.body;
    delete context.locale;
    context.query = {};
    return undefined;
  }
}
