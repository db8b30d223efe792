/** When a user proved their identity, and whether that is known. An identity provider may answer by its own session and not say when. */
export interface ProofTime {
  authTime: Date;
  isTimeKnown: boolean;
}

/** Returns the time that counts where a proof must be recent. An unknown time is as old as can be. */
export const certainTime = ({ authTime, isTimeKnown }: ProofTime): Date =>
  isTimeKnown ? authTime : new Date(0);
