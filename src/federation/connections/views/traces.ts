import type { ConnectionTrace } from '../../../../generated/types/types.gen.ts';
import { unpacked } from '../../../saml-messages/packed.ts';
import { readRedacted } from '../../../saml-messages/redact.ts';
import type { ConnectionTraceRow } from '../sql/federation-traces.ts';

/** @param mayReadPersonal whether the caller may read the directory; others see the names of claims only */
export const viewConnectionTrace = (
  {
    id,
    at,
    outcome,
    verified,
    step,
    reason,
    requestId,
    userId,
    claims,
    truncated,
    message,
    test,
  }: ConnectionTraceRow,
  mayReadPersonal: boolean,
): ConnectionTrace => ({
  id,
  at: at.toISOString(),
  outcome,
  verified,
  step,
  reason,
  reference: requestId,
  userId: mayReadPersonal ? userId : null,
  claims: mayReadPersonal ? claims : claims.map(({ name }) => ({ name, value: null })),
  truncated,
  message: message && readRedacted(unpacked(message), mayReadPersonal),
  test,
});
