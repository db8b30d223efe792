import type {
  AuditCheckpoint,
  AuditIntegrity,
  AuditLog,
  AuditPublicKey,
} from '../../../generated/types/types.gen.ts';
import { parseJson } from '../../lib/json.ts';
import type { Checkpoint } from '../sql/checkpoints.ts';
import type { AuditFault } from '../audit-span.ts';
import type { AuditLogRow } from '../sql/audit-logs.ts';
import type { SignedEpoch } from '../sql/epochs.ts';
import type { SealedRow } from '../sql/integrity.ts';

/** The content of a row. The version that wrote the row decides which fields are there. */
interface Content {
  actorName?: string | null;
  targetName?: string | null;
  reason?: string | null;
  ipAddress?: string | null;
  userAgent?: string | null;
  clientId?: string;
  changes?: AuditLog['changes'];
}

type Environment = AuditLog['environment'];

export const viewAuditLog = (row: AuditLogRow, environment: Environment): AuditLog => ({
  ...shown({ ...row, timestamp: row.createdAt.toISOString() }, row.content, environment),
  sequence: row.sequence,
  hash: row.hash?.toString('hex') ?? null,
});

function shown(
  row: Omit<AuditLogRow, 'createdAt' | 'content' | 'sequence' | 'hash' | 'result'> & {
    timestamp: string;
    result: string;
  },
  text: string | null,
  environment: Environment,
): Omit<AuditLog, 'sequence' | 'hash'> {
  const content = contentOf(text);
  return {
    id: row.id,
    timestamp: row.timestamp,
    action: row.action,
    actor: {
      type: row.actorType as AuditLog['actor']['type'],
      id: row.actorId,
      name: content.actorName ?? null,
    },
    target: { type: row.targetType, id: row.targetId, name: content.targetName ?? null },
    result: row.result as AuditLog['result'],
    code: row.code,
    reason: content.reason ?? null,
    ipAddress: content.ipAddress ?? null,
    userAgent: content.userAgent ?? null,
    clientId: content.clientId ?? null,
    requestId: row.requestId,
    changes: content.changes ?? [],
    environment,
    erased: text === null,
  };
}

/** Deeper than what was recorded can be. */
const deepest = 256;

/**
 * Reads the content of a row. An attacker may have changed the content in the database to text that is not JSON. Such
 * content is shown as nothing, and its hash reveals the change.
 */
function contentOf(text: string | null): Content {
  try {
    const content = text === null ? null : parseJson(Buffer.from(text), { maxDepth: deepest });
    return typeof content === 'object' && content !== null ? content : {};
  } catch {
    return {};
  }
}

export const viewCheckpoint = ({
  sequence,
  hash,
  createdAt,
  keyId,
  signature,
}: Checkpoint): AuditCheckpoint => ({
  sequence,
  hash: hash.toString('hex'),
  createdAt: createdAt.toISOString(),
  keyId,
  signature: signature.toString('base64url'),
});

/** Where a chain goes on after a restore. */
export const viewEpoch = ({ sequence, hash, previous, openedAt, keyId, signature }: SignedEpoch) => ({
  sequence,
  hash: hash.toString('hex'),
  previousSequence: previous.sequence,
  previousHash: previous.hash.toString('hex'),
  openedAt: openedAt.toISOString(),
  keyId,
  signature: signature?.toString('base64url') ?? null,
});

export const viewIntegrity = ({
  faults,
  lastHash,
  lastCheckpoint,
  keys,
  ...stretch
}: {
  faults: AuditFault[];
  lastHash: Buffer;
  lastCheckpoint: Checkpoint | undefined;
  keys: { id: string; publicKey: AuditPublicKey }[];
} & Pick<
  AuditIntegrity,
  'fromSequence' | 'toSequence' | 'nextSequence' | 'firstSequence' | 'lastSequence' | 'unsealed'
>): AuditIntegrity => ({
  valid: faults.length === 0,
  faults,
  ...stretch,
  lastHash: lastHash.toString('hex'),
  lastCheckpoint: lastCheckpoint ? viewCheckpoint(lastCheckpoint) : null,
  keyIds: keys.map(({ id }) => id),
  publicKeys: keys.map(({ publicKey }) => publicKey),
});

/**
 * Returns the line of an export for one row, with all values that a verifier hashes. If the row is gone for its
 * age, the line holds only its id, its place and its hashes.
 */
export function viewExportedRow(
  { row, personal, sequence, hash, rowHash, auditId }: SealedRow,
  environment: Environment,
): Record<string, unknown> {
  const seal = { sequence, hash: hash.toString('hex') };
  if (!row) return { type: 'row', id: auditId, expired: true, rowHash: rowHash.toString('hex'), ...seal };
  const { createdAt: timestamp, personalHash, ...columns } = row;
  // Verifiers of earlier releases know no other field of a line. The content below has this one, too.
  const { clientId: _clientId, ...line } = shown(
    { ...columns, timestamp },
    personal?.content ?? null,
    environment,
  );
  return {
    type: 'row',
    ...line,
    ...seal,
    personalHash,
    personal: personal && { salt: personal.salt.toString('hex'), content: personal.content },
  };
}
