import { hash } from 'node:crypto';
import { cut } from '../lib/cut.ts';
import type { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { type Certificate, readCertificate } from '../saml-messages/certificate.ts';
import { quoted } from '../saml-messages/error.ts';
import { statusCodes } from '../saml-messages/names.ts';
import type { Status } from '../saml-messages/read/header.ts';
import { pack } from '../saml-messages/packed.ts';
import { type Message, type Redacted, redact, rootOf, withoutPersonal } from '../saml-messages/redact.ts';
import { rules } from '../saml-messages/rules.ts';
import { shownFind } from '../saml-messages/shown-find.ts';
import { writeTrace } from './sql/saml-traces.ts';
import { messageTypes, type TraceFacts, type TraceKey, type TraceRefusal } from './trace-facts.ts';

/** A message as its trace will show it. */
export interface Traced extends Pick<TraceFacts, 'messageType' | 'size' | 'hash'> {
  /** Undefined if the message cannot be parsed. */
  shown?: Redacted;
  /** The ID that it says. */
  id?: string;
}

/** A message to trace, and its outcome. */
export interface Trace extends Pick<TraceFacts, 'direction' | 'binding' | 'requestId'> {
  serviceProviderId: string;
  message: Traced;
  /**
   * Whether a known key verified it, or a signed-in user stands behind it. Strangers cause all others, which therefore
   * have room of their own.
   */
  verified: boolean;
  /** Why it was refused, if it was received. */
  failure?: Failure;
  /** The status of a response. */
  status?: Status;
  /** The certificate that verified it, or that we signed it with. */
  certificate?: Certificate | string;
  isEncrypted?: boolean;
  /** Values about persons are kept only if they are about this user. They are erased with the user. */
  userId?: string;
  /** Names what is traced once, although it may happen again. */
  once?: string;
  /** The bytes that are left for it, if the request stores more. A request without a key stores 8 KB (decision 0039). */
  mostBytes?: number;
}

/** Messages in the form in which they are stored have no more bytes. */
const mostStored = 6 * 1024;

/**
 * Takes from a message what a trace may keep. Call it before the message is verified, which may change the document.
 * @param size of the decoded message in bytes; null for one that we send
 */
export function traced(message: Message, size: number | null): Traced {
  const { name, id } = rootOf(message);
  return {
    messageType: messageTypes.find((one) => one === name) ?? 'OTHER',
    size,
    hash: null,
    shown: redact(message),
    ...(id === undefined ? {} : { id }),
  };
}

/**
 * Writes a trace, in the transaction of the caller. It must commit, also when the message was refused: write nothing else of a
 * refused message before.
 */
export async function recordTrace(tx: Tx, trace: Trace): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const { direction, binding, requestId, message, verified, failure, status, userId } = trace;
  const { shown, id, ...about } = message;
  const most = Math.min(trace.mostBytes ?? mostStored, mostStored);
  const packed = shown && pack(userId === undefined ? withoutPersonal(shown) : shown, most);
  const outcome = hasRefused(trace) ? 'REFUSED' : 'ACCEPTED';
  // Anybody who saw a signed message may send it again. The repetitions may push nothing out.
  const isRepeatable = verified && direction === 'RECEIVED' && id !== undefined;
  const once = trace.once ?? (isRepeatable ? `${outcome} ${id}` : undefined);
  await writeTrace(tx, orgId, trace.serviceProviderId, {
    verified,
    outcome,
    facts: {
      direction,
      binding,
      requestId,
      ...about,
      refusal: failure ? refusalOf(failure) : null,
      status: status ? statusOf(status) : null,
      key: trace.certificate === undefined ? null : keyOf(trace.certificate),
      isEncrypted: trace.isEncrypted ?? false,
      isTruncated: packed?.isTruncated ?? false,
    },
    userId: userId ?? null,
    message: packed?.bytes ?? null,
    once: once === undefined ? null : hash('sha256', once, 'buffer'),
  });
}

const hasRefused = ({ direction, failure, status }: Trace): boolean =>
  failure !== undefined ||
  (direction === 'SENT' && status !== undefined && status.code !== statusCodes.success);

function refusalOf({ code, details, message }: Failure): TraceRefusal {
  const { rule, reason, found } = details;
  const name = typeof rule === 'string' ? rule : null;
  const [step] =
    name !== null && Object.hasOwn(rules, name) ? rules[name as keyof typeof rules] : ['check' as const];
  return {
    code,
    step,
    rule: name,
    reason: typeof reason === 'string' ? reason : message,
    found: typeof found === 'string' ? shownFind(name, found) : null,
  };
}

const statusOf = ({ code, subcode }: Status): Pick<Status, 'code' | 'subcode'> => ({
  code: cut(code, 256),
  ...(subcode === undefined ? {} : { subcode: cut(subcode, 256) }),
});

function keyOf(certificate: Certificate | string): TraceKey {
  const { fingerprint, subject } =
    typeof certificate === 'string' ? readCertificate(certificate) : certificate;
  return { fingerprint, subject: quoted(subject) };
}
