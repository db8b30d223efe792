import type { NameId, Status } from '../saml-messages/read/header.ts';

/** The known parameters of a verified AuthnRequest. Nothing else of it is kept. */
export interface AskedSignOn {
  /** Its ID, which the response names. */
  messageId: string;
  /** A registered assertion consumer service. The response goes nowhere else. */
  acsUrl: string;
  relayState: string | null;
  forceAuthn: boolean;
  isPassive: boolean;
  /** The URN of `NameIDPolicy`. */
  nameIdFormat: string | null;
  /** The known classes of authentication, the login must satisfy one of them; empty if any will do. */
  classes: string[];
  /** The user that the service provider expects. */
  subject: Pick<NameId, 'value' | 'format'> | null;
  /** Whether a key of the service provider verified it. Strangers send the others. */
  isVerified: boolean;
  /** The reason why no user is signed in. */
  refusal: Status | null;
}
