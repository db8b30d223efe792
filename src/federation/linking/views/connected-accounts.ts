import type { ConnectedAccount } from '../../../../generated/types/types.gen.ts';
import { dateOf, dateOrNull } from '../../../lib/rows.ts';
import type { ConnectedAccountRow } from '../sql/connected-accounts.ts';

/** Leaves out the subject: the name of the user at the provider is not for callers. */
export const viewConnectedAccount = (row: ConnectedAccountRow): ConnectedAccount => ({
  type: row.type,
  providerId: row.providerId,
  name: row.name,
  createdAt: dateOf(row.createdAt).toISOString(),
  lastUsedAt: dateOrNull(row.lastUsedAt)?.toISOString() ?? null,
});
