import { type AnomalyPatch, findAnomaly, judgeAnomaly, listAnomalies } from '../anomalies.ts';
import { requireId } from '../../platform/list-filters.ts';
import type { Anomaly } from '../entities/anomaly.ts';
import { type Handlers, ok } from '../../operation.ts';
import { viewAnomaly } from '../views/anomalies.ts';
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ReadBy } from '../../lib/read-by.ts';

export const routes = (): Handlers<'anomalies'> => ({
  async listAnomalies({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listAnomalies', caller.orgId], query);
    const { sort, ...filter } = rest;
    requireId('identityId', 'idn', filter.identityId);
    requireId('credentialId', 'cred', filter.credentialId);
    const found = await listAnomalies(tx, filter, sort, window);
    return ok({ data: found.rows.map(viewAnomaly), pagination: pagination(found) });
  },

  async getAnomaly({ path, tx }) {
    return shown(await findAnomaly(tx, path.id), tx);
  },

  async updateAnomaly({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<AnomalyPatch, typeof body>;
    const { anomaly, changes } = await judgeAnomaly(tx, path.id, body, caller, { ifMatch });
    attempt.changes = changes;
    return shown(anomaly, tx);
  },
});

const shown = (anomaly: Anomaly, tx: Tx) => versioned(anomaly, tx, () => viewAnomaly(anomaly));
