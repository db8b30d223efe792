import type { Database } from '../database/open.ts';
import { forgetWrappedSecrets as forget } from '../credentials/sql/wrapped-secrets.ts';

/** Removes wrapped secrets at the end of their time; that they are not given out any more does not wait for it. */
export async function forgetWrappedSecrets({ pool }: Database): Promise<void> {
  await forget(pool);
}
