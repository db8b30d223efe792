import type { NameId } from '../saml-messages/read/header.ts';

/** The sessions that a service provider names. No index means all sessions of the user there (SAML core section 3.7.3). */
export interface NamedSessions {
  nameId: NameId;
  sessionIndexes: readonly string[];
}

/** The part of a LogoutRequest that its response and the user's decision need. Nothing else of it is kept. */
export interface AskedLogout {
  /** Its ID, which the response names. */
  messageId: string;
  relayState: string | null;
  /** The sessions that the user decides about. Null if the request was signed: then they have ended. */
  unconfirmed: NamedSessions | null;
}
