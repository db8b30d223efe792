import { exportAuditLogs, listAuditLogs } from '../../generated/sdk.gen.ts';
import type { AuditLog } from '../../generated/types.gen.ts';
import { csvOf } from '../../ui/csv.ts';
import type { AuditQuery } from './audit-query.ts';

/** How far an export is. */
export interface Progress {
  rows: number;
  bytes: number;
  /** How many rows there will be, where the service says so. */
  all: number | undefined;
  /** Rows that are not sealed yet, which are not in the file. */
  unsealed: number;
  /** The ids of the keys that signed it. */
  keyIds: readonly string[];
  /** Whether the signed end has come. */
  isComplete: boolean;
}

export interface Exported {
  parts: Blob[];
  progress: Progress;
}

const begin: Progress = { rows: 0, bytes: 0, all: undefined, unsealed: 0, keyIds: [], isComplete: false };

interface Line {
  type?: string;
  firstSequence?: number | null;
  lastSequence?: number | null;
  unsealed?: number;
  keys?: { keyId: string }[];
}

/** A line counts in the progress. Rows are not parsed: their first letters say what they are. */
function counted(progress: Progress, line: string): Progress {
  if (line.startsWith('{"type":"row"')) return { ...progress, rows: progress.rows + 1 };
  if (line.startsWith('{"type":"end"')) return { ...progress, isComplete: true };
  if (!line.startsWith('{"type":"header"')) return progress;
  const { firstSequence, lastSequence, unsealed = 0, keys = [] } = JSON.parse(line) as Line;
  const all = firstSequence && lastSequence ? lastSequence - firstSequence + 1 : undefined;
  return { ...progress, all, unsealed, keyIds: keys.map(({ keyId }) => keyId) };
}

/** Opens the stream of a sealed export. A refusal is thrown before the first byte. */
export async function openSealed(
  query: Pick<AuditQuery, 'from' | 'to'>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { data } = await exportAuditLogs({ query, signal, parseAs: 'stream' });
  return data as unknown as ReadableStream<Uint8Array>;
}

/** Reads a sealed export to its end. The bytes stay exactly as the service wrote them: verifiers need that. */
export async function readSealed(
  stream: ReadableStream<Uint8Array>,
  tell: (progress: Progress) => void,
): Promise<Exported> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const parts: Blob[] = [];
  let progress = begin;
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // The browser may keep blobs on the disk, so a large export does not fill the memory of the page.
    parts.push(new Blob([value as Uint8Array<ArrayBuffer>]));
    const lines = `${rest}${decoder.decode(value, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) progress = counted(progress, line);
    progress = { ...progress, bytes: progress.bytes + value.byteLength };
    tell(progress);
  }
  return { parts, progress: counted(progress, rest) };
}

const columns = [
  ['timestamp', ({ timestamp }: AuditLog) => timestamp],
  ['action', ({ action }: AuditLog) => action],
  ['result', ({ result }: AuditLog) => result],
  ['code', ({ code }: AuditLog) => code],
  ['actorType', ({ actor }: AuditLog) => actor.type],
  ['actorId', ({ actor }: AuditLog) => actor.id],
  ['actorName', ({ actor }: AuditLog) => actor.name],
  ['targetType', ({ target }: AuditLog) => target.type],
  ['targetId', ({ target }: AuditLog) => target.id],
  ['targetName', ({ target }: AuditLog) => target.name],
  ['reason', ({ reason }: AuditLog) => reason],
  ['ipAddress', ({ ipAddress }: AuditLog) => ipAddress],
  ['userAgent', ({ userAgent }: AuditLog) => userAgent],
  ['clientId', ({ clientId }: AuditLog) => clientId],
  ['requestId', ({ requestId }: AuditLog) => requestId],
  ['changes', ({ changes }: AuditLog) => (changes.length > 0 ? JSON.stringify(changes) : '')],
  ['id', ({ id }: AuditLog) => id],
  ['sequence', ({ sequence }: AuditLog) => sequence],
] as const;
const csvColumns = columns.map(([title, csv]) => ({ title, csv }));

/** Reads all rows that match filters, page by page, as CSV. */
export async function readRows(
  query: AuditQuery,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<Exported> {
  const parts: Blob[] = [];
  let progress = begin;
  let cursor: string | undefined;
  do {
    const { data: page } = await listAuditLogs({
      query: { ...query, limit: 100, ...(cursor ? { cursor } : {}) },
      signal,
    });
    const text = csvOf(csvColumns, page.data);
    // Only the first page brings the titles.
    const part = new Blob([progress.rows === 0 ? text : text.slice(text.indexOf('\r\n') + 2)]);
    parts.push(part);
    progress = {
      ...progress,
      rows: progress.rows + page.data.length,
      bytes: progress.bytes + part.size,
      all: page.pagination.total ?? progress.all,
    };
    tell(progress);
    cursor = page.pagination.hasMore ? (page.pagination.nextCursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  return { parts, progress: { ...progress, isComplete: true } };
}
