import {
  type PresentedSecret,
  presentedSecret,
  type VerificationRequest,
} from '../credentials/presented-secret.ts';
import { keyOf } from './api-key-authentication.ts';
import { isWhole } from './body/body-bytes.ts';
import type { Gate } from './gate.ts';
import type { RequestContext } from './request-context.ts';
import { sessionOf } from './user-authentication.ts';

/**
 * Returns the secret that a request presents, before its caller is let in, so that one statement can let the caller in and verify the
 * secret. The body must be short and have come with the head of the request, because the caller is not known while it is read. While
 * bodies take much memory, each is read after its caller is known.
 * @param checkContent makes the checks of what the request brings. If one fails, the caller is let in first and is then refused.
 */
export async function presentedEarly(
  context: RequestContext,
  gate: Gate,
  checkContent: (context: RequestContext, gate: Gate) => Promise<void>,
): Promise<PresentedSecret | undefined> {
  const { facts, incoming, request } = context;
  if (facts?.counted !== 'verification') return undefined;
  // To read its body is to answer 100, and only a known caller gets that answer (body/body-bytes.ts).
  if (incoming.expect !== undefined) return undefined;
  if (!gate.readBytes.known.isRoomy() || sessionOf(context, gate.baseUrl()) !== undefined) return undefined;
  if (!keyOf(context)) return undefined;
  // Node calls us for the head of a request. It reads a body that came in the same piece before it comes back here.
  await Promise.resolve();
  if (!isWhole(request)) return undefined;
  try {
    await checkContent(context, gate);
    return presentedSecret(context.body?.value as VerificationRequest);
  } catch {
    // It is thrown again in its turn, by the checks or by the handler.
    return undefined;
  }
}
