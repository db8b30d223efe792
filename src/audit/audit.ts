import { randomBytes } from 'node:crypto';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Actor, FieldChange } from '../platform/events.ts';
import { type LastWrite, writeNow } from '../platform/last-writes.ts';
import type { Tx } from '../platform/tx.ts';
import { hashOfPersonal } from './audit-chain.ts';
import { boundedChanges } from '../lib/field-change.ts';
import { newId } from '../lib/id.ts';
import { shared, sql } from '../lib/sql.ts';

/** A caller without a key, known only by the content of the request. */
export const anonymousActor = { type: 'ANONYMOUS', id: null, name: null } as const;

/** An application that people sign in to, or that acts for itself. */
interface ClientActor {
  type: 'OIDC_CLIENT';
  id: string;
  name: string;
}

/** The holder of a setup link, who has no account. */
interface SetupLinkActor {
  type: 'SETUP_LINK';
  id: string;
  name: string;
}

/** An attempted action, its actor, its target and its result (decisions 6.4). */
export interface AuditEntry {
  /** Noun and verb, as the contract's `x-audit` says: `credential.rotate`. */
  action: string;
  actor: Actor | typeof anonymousActor | ClientActor | SetupLinkActor;
  /** The kind of target, where it is not the noun of the action. */
  targetType?: string;
  targetId?: string | null;
  targetName?: string | null;
  result: 'SUCCESS' | 'FAILURE' | 'DENIED';
  /** The code of the refusal, if it was refused. */
  code?: string;
  reason?: string | null;
  requestId?: string;
  ipAddress?: string;
  userAgent?: string;
  /** The OAuth client with which a user called the API. Its value stands beside the personal ones, so that the seal covers it. */
  clientId?: string;
  changes?: FieldChange[];
}

/** Where a request came from. */
export type Origin = Pick<AuditEntry, 'requestId' | 'ipAddress' | 'userAgent' | 'clientId'>;

/** The origin of a request, which always has an id and an address. */
export interface RequestOrigin extends Origin {
  requestId: string;
  ipAddress: string;
}

/** So that free-form attributes are kept whole (decisions 6.8), and lists of certificates are not. */
const mostOfAValue = 20_000;

/**
 * Writes audit rows in the caller's transaction. What may be personal (names, addresses, reasons, changed values)
 * stands in a side table that can be erased; the row itself, which `workers/seal-audit.ts` chains, holds
 * the salted hash of it, so that erasing a person never breaks the chain (ADR 0020).
 */
export async function recordAudit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await writeNow(tx, auditRows(tx, entries), 'record-audit');
}

/** As {@link recordAudit}, with the last statement of the transaction. */
export function auditRows(tx: Tx, entries: readonly AuditEntry[]): LastWrite {
  const { orgId, now } = tenancyOf(tx);
  const rows = entries.map((entry) => {
    const {
      actor,
      targetName = null,
      reason = null,
      ipAddress = null,
      userAgent = null,
      clientId,
      changes = [],
    } = entry;
    const content = JSON.stringify({
      actorName: actor.name,
      targetName,
      reason,
      ipAddress,
      userAgent,
      changes: boundedChanges(changes, mostOfAValue),
      // Absent for most rows, which are as they were before.
      clientId,
    });
    const salt = randomBytes(16).toString('hex');
    return {
      id: newId('aud'),
      action: entry.action,
      actor_type: actor.type,
      actor_id: actor.id,
      target_type: entry.targetType ?? entry.action.split('.')[0],
      target_id: entry.targetId ?? null,
      result: entry.result,
      code: entry.code ?? null,
      request_id: entry.requestId ?? null,
      salt,
      content,
      ip: ipAddress,
      personal_hash: hashOfPersonal(Buffer.from(salt, 'hex'), content).toString('hex'),
    };
  });
  return { parts: inserts(orgId, now, JSON.stringify(rows)) };
}

// The trigger `audit_logs_append_only` rejects every later update or deletion of an audit row.
function inserts(orgId: string, now: Date, entries: string): LastWrite['parts'] {
  const [tenant, at] = [shared(orgId), shared(now.toISOString())];
  return [
    [
      'audit_entries',
      sql`select * from jsonb_to_recordset(${entries}::jsonb) as e (
       id text, action text, actor_type text, actor_id text, target_type text, target_id text, result text, code text,
       request_id text, salt text, content text, ip text, personal_hash text)`,
    ],
    [
      'audit_personal_rows',
      sql`insert into audit_personal (org_id, audit_id, created_at, salt, content, ip)
     select ${tenant}, id, ${at}::timestamptz, decode(salt, 'hex'), content, ip from audit_entries`,
    ],
    [
      'audit_unsealed_rows',
      sql`insert into audit_unsealed (org_id, created_at, audit_id)
     select ${tenant}, ${at}::timestamptz, id from audit_entries`,
    ],
    [
      'audit_rows',
      sql`insert into audit_logs (org_id, id, created_at, action, actor_type, actor_id, target_type, target_id, result, code,
                             request_id, personal_hash)
     select ${tenant}, id, ${at}::timestamptz, action, actor_type, actor_id, target_type, target_id, result, code,
            request_id, decode(personal_hash, 'hex')
       from audit_entries`,
    ],
  ];
}
