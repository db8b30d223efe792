import { hash as digest } from 'node:crypto';

// Defines the bytes that are hashed and signed (docs/audit.md has it in words). The verifiers of both client
// libraries do the same, and test/clients/audit-verifiers.test.ts holds the three against each other.

/** A row of the audit log as it is chained: every column there is. */
export interface ChainedRow {
  id: string;
  /** As `2026-01-15T10:30:00.000Z`. */
  createdAt: string;
  action: string;
  actorType: string;
  actorId: string | null;
  targetType: string;
  targetId: string | null;
  result: string;
  code: string | null;
  requestId: string | null;
  /** The hash of the content that may be erased, hexadecimal. */
  personalHash: string;
}

/** The hash before the first row. */
export const genesis = Buffer.alloc(32);

/** The hash of a row by itself. */
export function hashOfRow(orgId: string, row: ChainedRow): Buffer {
  const canonical = JSON.stringify([
    'keyward.audit.1',
    orgId,
    row.id,
    row.createdAt,
    row.action,
    row.actorType,
    row.actorId,
    row.targetType,
    row.targetId,
    row.result,
    row.code,
    row.requestId,
    row.personalHash,
  ]);
  return digest('sha256', canonical, 'buffer');
}

/** The hash of the chain up to a row. */
export const link = (previous: Buffer, rowHash: Buffer): Buffer =>
  digest('sha256', Buffer.concat([previous, rowHash]), 'buffer');

/** Returns the hash that a row holds of its personal values, which may be erased. */
export const hashOfPersonal = (salt: Buffer, content: string): Buffer =>
  digest('sha256', Buffer.concat([salt, Buffer.from(content)]), 'buffer');

/** A place in the chain and its hash. */
export interface ChainPoint {
  sequence: number;
  hash: Buffer;
}

/** Returns the text that the key signs for a checkpoint. */
export const checkpointText = (orgId: string, { sequence, hash }: ChainPoint, createdAt: Date): string =>
  JSON.stringify([
    'keyward.audit.checkpoint.1',
    orgId,
    sequence,
    hash.toString('hex'),
    createdAt.toISOString(),
  ]);

/**
 * Returns the text that is signed where old rows were removed. The text holds the last seal that is gone. The text
 * also names the time before which rows are gone.
 */
export const cutText = (orgId: string, { sequence, hash }: ChainPoint, before: Date): string =>
  JSON.stringify(['keyward.audit.cut.1', orgId, sequence, hash.toString('hex'), before.toISOString()]);

/**
 * The place where a chain goes on after a restore. Rows between the two sequences may have been exported, and the restored
 * database does not have them (ADR 0081).
 */
export interface Epoch extends ChainPoint {
  /** The last seal that was restored. */
  previous: ChainPoint;
  openedAt: Date;
}

/**
 * Returns the text that the key signs where an epoch begins. The hash of an epoch is the hash of the chain
 * before, linked with the hash of this text.
 */
export const epochText = (orgId: string, { previous, sequence, openedAt }: Omit<Epoch, 'hash'>): string =>
  JSON.stringify([
    'keyward.audit.epoch.1',
    orgId,
    previous.sequence,
    previous.hash.toString('hex'),
    sequence,
    openedAt.toISOString(),
  ]);

/** The hash that the first row of an epoch is linked to. */
export const epochHash = (orgId: string, epoch: Omit<Epoch, 'hash'>): Buffer =>
  link(epoch.previous.hash, digest('sha256', epochText(orgId, epoch), 'buffer'));

/** The values that the last line of an export holds and its signature covers. */
export interface ExportEnd {
  orgId: string;
  environment: 'live' | 'test';
  /** The first sequence, and the hash before it. */
  firstSequence: number;
  previousHash: string;
  lastSequence: number;
  lastHash: string;
  /** Rows whose personal values were erased or that are gone for their age, and the hash that names them. */
  omitted: number;
  omittedHash: string;
  exportedAt: string;
}

export const exportEndText = (end: ExportEnd): string =>
  JSON.stringify([
    'keyward.audit.export.1',
    end.orgId,
    end.environment,
    end.firstSequence,
    end.previousHash,
    end.lastSequence,
    end.lastHash,
    end.omitted,
    end.omittedHash,
    end.exportedAt,
  ]);
