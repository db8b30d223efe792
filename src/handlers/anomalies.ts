import type { EntityManager } from '@mikro-orm/postgresql';
import { findAnomaly, judgeAnomaly, listAnomalies } from '../domain/anomalies.ts';
import type { Anomaly } from '../entities/anomaly.ts';
import { type Handlers, ok } from '../http/operation.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { viewAnomaly } from '../views/anomalies.ts';
import { versioned } from './versioned.ts';

export const anomalies: Handlers<'anomalies'> = {
  async listAnomalies({ query, em }) {
    const { page, limit, ...filter } = query;
    const { anomalies, total } = await listAnomalies(em, filter, { limit, offset: offsetOf(page, limit) });
    return ok({ data: anomalies.map(viewAnomaly), pagination: pageOf(page, limit, total) });
  },

  async getAnomaly({ path, em }) {
    return shown(await findAnomaly(em, path.id), em);
  },

  async updateAnomaly({ path, body, em, ifMatch, attempt }) {
    const { anomaly, changes } = await judgeAnomaly(em, path.id, body, { ifMatch });
    attempt.changes = changes;
    return shown(anomaly, em);
  },
};

const shown = (anomaly: Anomaly, em: EntityManager) => versioned(anomaly, em, () => viewAnomaly(anomaly));
