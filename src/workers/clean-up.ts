import type { Database } from '../database/open.ts';
import { cleanUp as removeWhatIsOld } from '../queries/clean-up.ts';

/** Removes what is no longer kept and makes the partitions of the weeks to come. */
export const cleanUp = ({ pool }: Database): Promise<void> => removeWhatIsOld(pool);
