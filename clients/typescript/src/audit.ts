import {
  ecdsa,
  endFields,
  epochFields,
  expiredFields,
  fromBase64url,
  isHash,
  isPersonal,
  type Json,
  link,
  named,
  numberOf,
  parsed,
  rowFields,
  same,
  sha256,
  textOf,
  utf8,
} from './audit-line.ts';
import { misuse } from './errors.ts';

/**
 * Where an export is not what was sealed. `MALFORMED`: a line that the service does not write. `FORGED`: something is not
 * signed by a key you trust, or signs something else. The others are those of `getAuditIntegrity`.
 */
export interface AuditExportFault {
  kind: 'EDITED' | 'REMOVED' | 'INSERTED' | 'REORDERED' | 'CUT_OFF' | 'FORGED' | 'MALFORMED';
  /** From 1; one after the last where something is missing at the end. */
  line: number;
  sequence: number | null;
  id: string | null;
}

/** The content of an export, and its faults. Believe the other fields only if it is `valid`. */
export interface AuditExportReport {
  valid: boolean;
  /** The first hundred. */
  faults: AuditExportFault[];
  rows: number;
  orgId: string | null;
  firstSequence: number | null;
  lastSequence: number | null;
  lastHash: string | null;
  /**
   * Rows without their personal values, which were erased, and rows that have only their hash left because of their
   * age.
   */
  omitted: number;
  exportedAt: string | null;
  /**
   * How often the service was restored from a backup between these rows. At each restore, the sequences jump: rows that were
   * written after the backup are in older exports only.
   */
  restores: number;
}

export interface AuditExportOptions {
  /** The key ids that `getAuditIntegrity` showed you: a key that merely stands in the export proves nothing. */
  keyIds: readonly string[];
  /** A place in the chain that you have kept: an export that has it must have it with this hash. */
  known?: { sequence: number; hash: string } | undefined;
}

type Source = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

const mostFaults = 100;
const genesis = '0'.repeat(64);

/**
 * Proves that an export of the audit log is what was sealed: no row edited, removed, inserted, reordered or cut off.
 * It reads line by line, so the export may be longer than memory.
 * @param source the export as it came: its text, or the chunks of a file or of an answer
 * @throws {KeywardUsageError} when there is no key id to trust
 */
export async function verifyAuditExport(
  source: Source,
  options: AuditExportOptions,
): Promise<AuditExportReport> {
  const { keyIds } = options;
  if (
    !Array.isArray(keyIds) ||
    keyIds.length === 0 ||
    !keyIds.every((id) => typeof id === 'string' && id !== '')
  )
    throw misuse('keyIds must be the key ids of getAuditIntegrity');
  const verifier = new Verifier(options);
  for await (const line of linesOf(source)) await verifier.read(line);
  return verifier.report();
}

async function* linesOf(source: Source): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const chunks = typeof source === 'string' || source instanceof Uint8Array ? [source] : source;
  let rest = '';
  try {
    for await (const chunk of chunks) {
      const lines = (
        rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
      ).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    rest += decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    rest = '(these bytes are not text)';
  }
  if (rest !== '') yield rest;
}

class Verifier {
  readonly #options: AuditExportOptions;
  readonly #faults: AuditExportFault[] = [];
  readonly #keys = new Map<string, Awaited<ReturnType<typeof crypto.subtle.importKey>>>();
  readonly #missing = new Set<number>();
  #header: Json | undefined;
  #end: Json | undefined;
  #at = { sequence: 0, hash: genesis };
  #omitted: number[] = [];
  #line = 0;
  #rows = 0;
  #restores = 0;

  constructor(options: AuditExportOptions) {
    this.#options = options;
  }

  async read(text: string): Promise<void> {
    this.#line += 1;
    const line = parsed(text);
    if (!line) return this.#fault('MALFORMED');
    if (this.#end) return this.#fault('INSERTED', line);
    if (!this.#header) return line['type'] === 'header' ? this.#readHeader(line) : this.#fault('MALFORMED');
    if (line['type'] === 'row') return this.#readRow(line);
    if (line['type'] === 'checkpoint') return this.#readCheckpoint(line);
    if (line['type'] === 'epoch') return this.#readEpoch(line);
    if (line['type'] === 'end') return this.#readEnd(line);
    return this.#fault('MALFORMED');
  }

  report(): AuditExportReport {
    this.#line += 1;
    if (!this.#end) this.#fault('CUT_OFF', { sequence: this.#at.sequence + 1 });
    for (const sequence of this.#missing) this.#fault('REMOVED', { sequence });
    const end = this.#end ?? {};
    return {
      valid: this.#faults.length === 0,
      faults: this.#faults.slice(0, mostFaults),
      rows: this.#rows,
      orgId: textOf(end['orgId']),
      firstSequence: numberOf(end['firstSequence']),
      lastSequence: numberOf(end['lastSequence']),
      lastHash: textOf(end['lastHash']),
      omitted: this.#omitted.length,
      exportedAt: textOf(end['exportedAt']),
      restores: this.#restores,
    };
  }

  #fault(kind: AuditExportFault['kind'], { sequence, id }: Json = {}): void {
    if (this.#faults.length <= mostFaults)
      this.#faults.push({ kind, line: this.#line, sequence: numberOf(sequence), id: textOf(id) });
  }

  async #readHeader(line: Json): Promise<void> {
    this.#header = line;
    const { format, firstSequence, previousHash, keys } = line;
    if (
      format !== 'keyward.audit.1' ||
      numberOf(firstSequence) === null ||
      !isHash(previousHash) ||
      !Array.isArray(keys)
    )
      return this.#fault('MALFORMED');
    this.#at = { sequence: Number(firstSequence) - 1, hash: previousHash };
    for (const { publicKey } of keys as { publicKey?: { x?: string; y?: string } }[]) {
      const { x = '', y = '' } = publicKey ?? {};
      // The id is made of the key. An id that was written beside another key proves nothing.
      const id = await sha256(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url');
      if (!this.#options.keyIds.includes(id)) continue;
      const jwk = { kty: 'EC', crv: 'P-256', x, y };
      this.#keys.set(id, await crypto.subtle.importKey('jwk', jwk, ecdsa, false, ['verify']));
    }
  }

  async #readRow(line: Json): Promise<void> {
    this.#rows += 1;
    const { sequence, hash } = line;
    if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || !isHash(hash))
      return this.#fault('MALFORMED', line);
    const { known } = this.#options;
    if (known?.sequence === sequence && known.hash !== hash) this.#fault('FORGED', line);
    const rowHash = await this.#hashOf(line);
    if (sequence <= this.#at.sequence) {
      // It stands behind its place, or there are two for one.
      return this.#fault(this.#missing.delete(sequence) ? 'REORDERED' : 'INSERTED', line);
    }
    if (line['expired'] === true || line['personal'] === null) this.#omitted.push(sequence);
    for (let gone = this.#at.sequence + 1; gone < sequence && this.#missing.size <= mostFaults; gone++)
      this.#missing.add(gone);
    const follows = sequence === this.#at.sequence + 1;
    if (rowHash === undefined || (follows && (await link(this.#at.hash, rowHash)) !== hash))
      this.#fault('EDITED', line);
    this.#at = { sequence, hash };
  }

  /** The hash of a row by itself; undefined when what it shows is not what is hashed. */
  async #hashOf(line: Json): Promise<string | undefined> {
    if (line['expired'] === true)
      return same(Object.keys(line), expiredFields) && isHash(line['rowHash']) ? line['rowHash'] : undefined;
    const { actor, target, personal, personalHash } = line as Record<string, Json>;
    const environment = this.#header?.['environment'];
    if (!same(Object.keys(line), rowFields) || line['environment'] !== environment) return undefined;
    if (!same(Object.keys(actor ?? {}), named) || !same(Object.keys(target ?? {}), named)) return undefined;
    if (!(await isPersonal(line, personal, personalHash))) return undefined;
    return sha256(
      JSON.stringify([
        'keyward.audit.1',
        this.#header?.['orgId'],
        line['id'],
        line['timestamp'],
        line['action'],
        actor?.['type'],
        actor?.['id'],
        target?.['type'],
        target?.['id'],
        line['result'],
        line['code'],
        line['requestId'],
        personalHash,
      ]),
      'hex',
    );
  }

  async #readCheckpoint(line: Json): Promise<void> {
    const { sequence, hash, createdAt } = line;
    const text = JSON.stringify([
      'keyward.audit.checkpoint.1',
      this.#header?.['orgId'],
      sequence,
      hash,
      createdAt,
    ]);
    const right = sequence === this.#at.sequence && hash === this.#at.hash;
    if (!right || !(await this.#isSigned(line, text))) this.#fault('FORGED', line);
  }

  /** A restore began here: the numbers jump, and the hashes go on. */
  async #readEpoch(line: Json): Promise<void> {
    this.#restores += 1;
    const { sequence, hash, previousSequence, previousHash, openedAt } = line;
    if (
      !same(Object.keys(line), epochFields) ||
      typeof sequence !== 'number' ||
      !Number.isSafeInteger(sequence) ||
      !isHash(hash)
    )
      return this.#fault('MALFORMED', line);
    const text = JSON.stringify([
      'keyward.audit.epoch.1',
      this.#header?.['orgId'],
      previousSequence,
      previousHash,
      sequence,
      openedAt,
    ]);
    const follows = previousSequence === this.#at.sequence && previousHash === this.#at.hash;
    const linked = (await link(this.#at.hash, await sha256(text, 'hex'))) === hash;
    if (!follows || !linked || sequence <= this.#at.sequence || !(await this.#isSigned(line, text)))
      this.#fault('FORGED', line);
    this.#at = { sequence, hash };
  }

  async #readEnd(line: Json): Promise<void> {
    this.#end = line;
    const { lastSequence, lastHash, omitted, omittedHash } = line;
    const header = this.#header ?? {};
    const text = JSON.stringify(['keyward.audit.export.1', ...endFields.map((name) => line[name])]);
    const where = { sequence: lastSequence };
    const begun = (['orgId', 'environment', 'firstSequence', 'previousHash', 'exportedAt'] as const).every(
      (name) => same(line[name], header[name]),
    );
    if (!begun || !(await this.#isSigned(line, text))) this.#fault('FORGED', where);
    if (typeof lastSequence !== 'number' || this.#at.sequence < lastSequence)
      return this.#fault('CUT_OFF', { sequence: this.#at.sequence + 1 });
    if (this.#at.sequence !== lastSequence || this.#at.hash !== lastHash) this.#fault('FORGED', where);
    const all = this.#omitted.map((sequence) => `${sequence}\n`).join('');
    if (omitted !== this.#omitted.length || omittedHash !== (await sha256(all, 'hex')))
      this.#fault('EDITED', where);
  }

  async #isSigned({ keyId, signature }: Json, text: string): Promise<boolean> {
    const key = typeof keyId === 'string' ? this.#keys.get(keyId) : undefined;
    const bytes = typeof signature === 'string' ? fromBase64url(signature) : undefined;
    return key !== undefined && bytes !== undefined && crypto.subtle.verify(ecdsa, key, bytes, utf8(text));
  }
}
