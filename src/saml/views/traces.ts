import type { ServiceProviderTrace } from '../../../generated/types/types.gen.ts';
import { readRedacted } from '../../saml-messages/redact.ts';
import type { TraceRow } from '../sql/saml-traces.ts';
import { reasonOfStatus } from '../status-reasons.ts';
import type { TraceFacts } from '../trace-facts.ts';
import { unpacked } from '../../saml-messages/packed.ts';

const bindings = { redirect: 'HTTP-Redirect', post: 'HTTP-POST', soap: 'SOAP' } as const;

/** @param mayReadPersonal whether the caller may read the directory; others see a placeholder for each value about a person */
export const viewTrace = (
  { id, at, verified, outcome, facts, userId, message }: TraceRow,
  mayReadPersonal: boolean,
): ServiceProviderTrace => ({
  id,
  at: at.toISOString(),
  direction: facts.direction,
  messageType: facts.messageType,
  binding: bindings[facts.binding],
  outcome,
  verified,
  refusal: facts.refusal,
  status: viewStatus(facts),
  key: facts.key,
  encrypted: facts.isEncrypted,
  userId: mayReadPersonal ? userId : null,
  requestId: facts.requestId,
  size: facts.size,
  truncated: facts.isTruncated,
  message: message && readRedacted(unpacked(message), mayReadPersonal),
  messageHash: facts.hash,
});

const viewStatus = ({ status, direction }: TraceFacts): ServiceProviderTrace['status'] =>
  status && {
    code: status.code,
    subcode: status.subcode ?? null,
    reason: (direction === 'SENT' && reasonOfStatus(status)) || null,
  };
