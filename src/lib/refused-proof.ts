/**
 * Why a proof of the command line was refused: none came, it does not fit the request, another key has signed it, or it was used before. The last
 * two show that the token, or a whole request, is in other hands.
 */
export const proofFaults = ['MISSING', 'WRONG', 'OTHER_KEY', 'USED'] as const;

export type ProofFault = (typeof proofFaults)[number];

/** A request with a token of the command line whose proof was refused. */
export interface RefusedProof {
  tokenHash: Buffer;
  fault: ProofFault;
  /** Where the request came from. */
  origin: { requestId: string; ipAddress: string; userAgent?: string };
}
