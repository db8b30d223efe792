import { type ChainedRow, hashOfPersonal, hashOfRow, link } from './audit-chain.ts';

/** Why something is not what was sealed (openapi AuditFaultKind). */
export type AuditFaultKind = 'EDITED' | 'REMOVED' | 'INSERTED' | 'REORDERED' | 'CUT_OFF' | 'FORGED';

export interface AuditFault {
  kind: AuditFaultKind;
  sequence: number | null;
  id: string | null;
}

/** A seal with what it is of, as it is judged. */
export interface JudgedSeal {
  sequence: number;
  auditId: string;
  auditCreatedAt: string;
  rowHash: Buffer;
  hash: Buffer;
  row: ChainedRow | null;
  personal: { salt: Buffer; content: string } | null;
  personDeleted: boolean;
}

/**
 * Judges seals that follow each other.
 * @param start the seal before them
 * @param goneBefore rows from before this time were removed for their age
 */
export function judgeSpan(
  orgId: string,
  start: { sequence: number; hash: Buffer },
  seals: readonly JudgedSeal[],
  goneBefore: Date | null,
): AuditFault[] {
  const faults: AuditFault[] = [];
  /**
   * The hashes before and in the span. A row that was moved is still linked to the hash of its old predecessor.
   */
  const hashes = [start.hash, ...seals.map(({ hash }) => hash)];
  let previous = start;
  for (const seal of seals) {
    const { sequence, auditId: id, rowHash, hash } = seal;
    const fault = (kind: AuditFaultKind, at = sequence): void => void faults.push({ kind, sequence: at, id });
    const gap = sequence > previous.sequence + 1;
    if (gap) faults.push({ kind: 'REMOVED', sequence: previous.sequence + 1, id: null });
    // After a gap the predecessor is not known.
    if (!gap && !link(previous.hash, rowHash).equals(hash)) {
      const moved = hashes.some((other) => link(other, rowHash).equals(hash));
      fault(moved ? 'REORDERED' : 'EDITED');
    }
    const content = faultOfRow(orgId, seal, goneBefore);
    if (content) fault(content);
    previous = seal;
  }
  return faults;
}

function faultOfRow(orgId: string, seal: JudgedSeal, goneBefore: Date | null): AuditFaultKind | undefined {
  const { row, personal, rowHash } = seal;
  if (!row) {
    const old = goneBefore !== null && new Date(seal.auditCreatedAt) < goneBefore;
    return old ? undefined : 'REMOVED';
  }
  if (!hashOfRow(orgId, row).equals(rowHash)) return 'EDITED';
  if (personal === null) return seal.personDeleted ? undefined : 'EDITED';
  return hashOfPersonal(personal.salt, personal.content).toString('hex') === row.personalHash
    ? undefined
    : 'EDITED';
}
