/**
 * The relying party that authenticators make keys for, and its requirements: the settings of a tenant (decisions
 * 6.6).
 */
export interface RelyingParty {
  rpId: string;
  rpName: string;
  /** Where the pages are that may ask for a key. */
  origins: readonly string[];
  userVerification: 'required' | 'preferred' | 'discouraged';
  residentKey: 'required' | 'preferred' | 'discouraged';
  attestation: 'none' | 'indirect' | 'direct';
  authenticatorAttachment: 'platform' | 'cross-platform' | null;
  /** Models of authenticators, in small letters; null: all. */
  allowedAaguids: readonly string[] | null;
  timeoutMs: number;
}
