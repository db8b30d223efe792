import type { Pool } from 'pg';
import { changedAtTheSameTime, Failure, type FailureCode } from '../failure.ts';
import { numbered } from '../lib/sql.ts';
import { batched } from './batch.ts';
import { tenancyOf } from './entities/owned.ts';
import { type Mark, marksOf, type Replaced } from './sql/marks.ts';
import type { Tx } from './tx.ts';

export type { Replaced };

/** A thing that a request replaces: its kind, and its id. */
export interface Replacing {
  replaced: Replaced;
  id: string;
}

/** A thing that a request replaces, as the thing was when the request came. */
export interface Seen extends Replacing {
  mark: string | null;
  /** Postgres's time when the caller was authenticated. */
  at: Date;
}

/**
 * The thing that a replacement has seen. `ALONE`: a command of an operator replaces the thing, and no node
 * runs. Undefined if the operation is missing in `handlers/replacing.ts`, which is a fault.
 */
export type Sight = Seen | 'ALONE' | undefined;

export type ReadMark = (orgId: string, replacing: Replacing) => Promise<string | null>;

/**
 * Reads how things stand that requests replace, before a request waits for its turn. Requests that come while a statement runs share the
 * next one.
 */
export function markReader(pool: Pool): ReadMark {
  interface Asked {
    orgId: string;
    id: string;
  }
  const readers = new Map<Replaced, (asked: Asked) => Promise<string | null>>();
  const readerOf = (replaced: Replaced) =>
    batched(async (asked: Asked[]) => {
      const tenants = asked.map(({ orgId }) => orgId);
      const statement = marksOf(
        replaced,
        tenants,
        asked.map(({ id }) => id),
      );
      const { rows } = await pool.query<Mark>(numbered(statement));
      return rows.map(({ mark }) => mark);
    });
  return (orgId, { replaced, id }) => {
    const read = readers.get(replaced) ?? readerOf(replaced);
    readers.set(replaced, read);
    return read({ orgId, id });
  };
}

/**
 * Requires that no other request has replaced a thing since the request came. The caller of this function holds a lock that each
 * replacement takes. If requests run in parallel, one succeeds. A request that waited in this node while another one committed does not end
 * what the other caller has just been given.
 * @throws {Failure} `code`
 */
export async function requireUnreplaced(tx: Tx, seen: Sight, code: FailureCode): Promise<void> {
  if (seen === 'ALONE') return;
  if (!seen) throw new Error('the operation is missing in src/handlers/replacing.ts');
  const { replaced, id, mark, at } = seen;
  const { orgId } = tenancyOf(tx);
  const present = await tx.row<Mark>(marksOf(replaced, [orgId], [id]));
  if (!present) throw new Error(`no mark of ${replaced} ${id}`);
  // The mark was read after the caller was authenticated, and the other request may have committed in between.
  const isLater = present.since !== null && new Date(present.since) > at;
  if (present.mark !== mark || isLater) throw new Failure(code, changedAtTheSameTime);
}
