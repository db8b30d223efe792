import type { Status } from '../saml-messages/read/header.ts';
import type { Step } from '../saml-messages/rules.ts';

export type TraceDirection = 'RECEIVED' | 'SENT';

/** The root element; others are never accepted. */
export const messageTypes = ['AuthnRequest', 'Response', 'LogoutRequest', 'LogoutResponse'] as const;

export type TraceMessageType = (typeof messageTypes)[number] | 'OTHER';

/** Why a received message was refused. */
export interface TraceRefusal {
  /** The code of the error that the user saw. */
  code: string;
  step: Step;
  rule: string | null;
  /** A sentence. */
  reason: string;
  found: string | null;
}

/** The certificate that stands for a signature. */
export interface TraceKey {
  fingerprint: string;
  subject: string;
}

/** The facts of a trace about a message, besides its content. No fact is secret or about a person. */
export interface TraceFacts {
  direction: TraceDirection;
  messageType: TraceMessageType;
  binding: 'redirect' | 'post' | 'soap';
  refusal: TraceRefusal | null;
  status: Pick<Status, 'code' | 'subcode'> | null;
  key: TraceKey | null;
  isEncrypted: boolean;
  requestId: string | null;
  /** The size of the decoded message in bytes; null for one that we sent. */
  size: number | null;
  isTruncated: boolean;
  /** The SHA-256 of a message that could not be parsed. Others have none: guesses of what is hidden could be checked by it. */
  hash: string | null;
}
