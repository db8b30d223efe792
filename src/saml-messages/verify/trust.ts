import type { Certificate } from '../certificate.ts';

/** Which keys a partner has, and what it must do. Both come from its registration, never from the message. */
export interface Trust {
  certificates: readonly Certificate[];
  requireSignature: boolean;
  /** Accepts RSA with SHA-1, for one partner that cannot do better. */
  allowSha1?: boolean;
  /**
   * Counts a signature by an algorithm that is not allowed as absent. Only for messages that something else proves, such as TLS, so
   * that no signature is required.
   */
  ignoreOtherAlgorithms?: boolean;
}

/** Who signed a message, and how. */
export interface Proof {
  certificate: Certificate;
  algorithm: string;
}
