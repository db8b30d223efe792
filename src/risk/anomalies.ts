import { lockForChange } from '../platform/locked.ts';
import { Anomaly, type AnomalyStatus, type AnomalyType } from './entities/anomaly.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type FieldChange } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import { cut } from '../lib/cut.ts';
import { newId } from '../lib/id.ts';
import type { Severity } from './severity.ts';
import {
  idsOfPage,
  inOrderOf,
  type ListPage,
  type TimeSort,
  type Window,
} from '../platform/sql/page-of-rows.ts';
import { recordAnomalies } from './sql/anomalies-and-alerts.ts';
import { teachPlace } from './sql/profiles.ts';
import type { Finding } from './detectors/finding.ts';
import { weighIdentities } from './risk.ts';
import { requireMayGiveLasting } from '../credentials/bounds.ts';
import type { Grantor } from '../platform/grants.ts';
import type { IfMatch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

/** A finding, and what it is about. */
export interface Found extends Finding {
  identityId: string | null;
  identityName: string | null;
  credentialId: string | null;
  /** When it happened, if that is not when it was found. */
  at?: Date;
}

/** Opens an anomaly for each finding that there is none of, and tells of it. */
export async function openAnomalies(tx: Tx, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  const { orgId, now } = tenancyOf(tx);
  const anomalies = new Map(
    found.map((one) => [
      [one.type, one.credentialId, one.subject].join('\n'),
      { ...one, id: newId('ano'), at: one.at ?? now },
    ]),
  );
  const rows = [...anomalies.values()];
  const opened = await recordAnomalies(tx, orgId, rows);
  await emit(
    tx,
    rows
      .filter(({ id }) => opened.has(id))
      .map(
        ({
          id,
          type,
          severity,
          score,
          identityId,
          identityName,
          credentialId,
          description,
          evidence,
          at,
        }) => ({
          type: 'anomaly.detected',
          data: {
            anomalyId: id,
            type,
            severity,
            score,
            identityId,
            identityName,
            credentialId,
            userId: null,
            description: cut(description, 500),
            evidence,
            detectedAt: at.toISOString(),
          },
        }),
      ),
  );
}

/** @throws {Failure} ANOMALY_NOT_FOUND */
export async function findAnomaly(tx: Tx, id: string): Promise<Anomaly> {
  const anomaly = await tx.findOne(Anomaly, { id });
  if (!anomaly) throw new Failure('ANOMALY_NOT_FOUND');
  return anomaly;
}

interface Filter {
  status?: AnomalyStatus;
  type?: AnomalyType;
  severity?: Severity;
  identityId?: string;
  credentialId?: string;
}

/** Lists the anomalies of the tenant. @throws {Failure} VALIDATION_ERROR for a position of another order */
export async function listAnomalies(
  tx: Tx,
  { status, type, severity, identityId, credentialId }: Filter,
  sort: TimeSort<'detectedAt'>,
  window: Window,
): Promise<ListPage<Anomaly>> {
  const equal = { status, type, severity, identity_id: identityId, credential_id: credentialId };
  const page = await idsOfPage(tx, tenancyOf(tx).orgId, 'anomalies', equal, sort, window);
  return { ...page, rows: inOrderOf(page.rows, await tx.find(Anomaly, { id: page.rows })) };
}

export interface AnomalyPatch {
  status?: AnomalyStatus;
  note?: string | null;
}

/**
 * Judges an anomaly. One that was none teaches what is usual, so that it is not found again.
 * @throws {Failure} ANOMALY_NOT_FOUND, PRECONDITION_FAILED, ANOMALY_STATE_CONFLICT; if it teaches also REAUTHENTICATION_REQUIRED,
 * BOUND_NOT_GRANTABLE
 */
export async function judgeAnomaly(
  tx: Tx,
  id: string,
  { status, note, ...rest }: AnomalyPatch,
  grantor: Grantor,
  condition: IfMatch,
): Promise<{ anomaly: Anomaly; changes: FieldChange[] }> {
  rest satisfies Record<string, never>;
  const { orgId, now } = tenancyOf(tx);
  const anomaly = await lockForChange(tx, Anomaly, id, condition, 'ANOMALY_NOT_FOUND');
  const changes: FieldChange[] = [];
  if (note !== undefined && note !== anomaly.note) {
    changes.push({ field: 'note', from: anomaly.note, to: note });
    anomaly.note = note;
  }
  const from = anomaly.status;
  if (status !== undefined && anomaly.become(status, now)) {
    changes.push({ field: 'status', from, to: status });
    if (status === 'FALSE_POSITIVE') {
      // The detector does not find it again.
      await requireMayGiveLasting(tx, grantor);
      await learn(tx, anomaly);
    }
    // Flushes first, because the weight of the anomaly is read from the database.
    await tx.flush();
    if (anomaly.identityId !== null) await weighIdentities(tx, [anomaly.identityId], { wait: true });
  }
  return { anomaly, changes };

  async function learn(manager: Tx, { type, credentialId, subject }: Anomaly): Promise<void> {
    if (credentialId === null) return;
    if (type === 'NEW_IP' || type === 'GEO_VELOCITY')
      await teachPlace(manager, orgId, credentialId, { kind: 'address', name: subject });
    if (type === 'NEW_COUNTRY')
      await teachPlace(manager, orgId, credentialId, { kind: 'country', name: subject });
  }
}
