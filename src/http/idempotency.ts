import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import { Failure } from '../failure.ts';
import { parseJson } from '../lib/json.ts';
import { sql, type Sql } from '../lib/sql.ts';
import type { Demands } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';
import type { EngineWriter, OperationId } from '../operation.ts';

/** An answer as it is kept for a replay. */
export interface StoredAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** The demands that the caller met, and that a replay makes again. */
  demands?: Demands;
}

/** An answer as it is sent: `stream` has the place of a body, and `sent` is called when it has ended, however it did. */
export interface SentAnswer extends StoredAnswer {
  stream?: AsyncGenerator<string, void, undefined>;
  /** Called when the client of a stream has gone, if its texts come when something happens. */
  gone?: () => void;
  sent?: () => void;
  /** The body as it is sent, if it was written before. */
  bytes?: Buffer;
  /** Values of `Set-Cookie`, each a header of its own. */
  cookies?: readonly string[];
  /** Writes the whole answer itself; what is asked for here is then what it has written. */
  write?: EngineWriter;
}

/** An answer repeats what its request brought, some levels deeper. */
const answerMaxDepth = 128;

/** The holder of an Idempotency-Key: one credential, one login, or one grant of the command line. */
export interface KeyHolder {
  orgId: string;
  /** The id of the credential, of the login or of the grant. */
  holder: string;
  /** The secret that proves the holder; only to derive keys from. */
  secret: string;
}

/** One use of an Idempotency-Key, while its request runs. */
export interface IdempotentRequest {
  /** The answer of an earlier request that was the same; undefined for the first. */
  replay: StoredAnswer | undefined;
  /** Keeps the answer, in the transaction of the change. */
  store(answer: StoredAnswer): Promise<void>;
}

/**
 * Claims an Idempotency-Key in the transaction of the change (decisions 6.1): a request that comes while another
 * with the same key runs waits for it, and one whose first try failed starts afresh.
 *
 * The answer may hold a secret, so it is encrypted with a key made of the caller's secret and the
 * Idempotency-Key; neither is stored, so neither we nor a thief of the database can read it.
 *
 * @param request what the request asks: its path and the bytes of its body
 * @throws {Failure} IDEMPOTENCY_CONFLICT when the key was used for another request
 */
export async function claimIdempotencyKey(
  tx: Tx,
  caller: KeyHolder,
  operationId: OperationId,
  key: string,
  request: { path: string; body: Uint8Array | undefined },
): Promise<IdempotentRequest> {
  const keyFor = (use: string): Buffer => Buffer.from(hkdfSync('sha256', caller.secret, use, key, 32));
  // Keyed, because a body may hold a password, which a plain hash would let a thief of the database guess.
  const requestHash = createHmac('sha256', keyFor('keyward idempotency request'))
    .update(`${request.path}\0`)
    .update(request.body ?? Buffer.alloc(0))
    .digest();
  const use: KeyUse = { ...caller, operationId, keyHash: hash('sha256', key, 'buffer') };
  const encryptionKey = keyFor('keyward idempotency');

  const claimed = await tx.rows(claim(use, requestHash));
  if (claimed.length === 0) {
    const stored = await tx.row<{ request_hash: Buffer; answer: Buffer | null }>(find(use));
    const opened = stored?.answer ? decrypt(stored.answer, encryptionKey) : undefined;
    // An answer that cannot be read was given to the secret this credential had before a rotation.
    if (!stored?.request_hash.equals(requestHash) || !opened) throw new Failure('IDEMPOTENCY_CONFLICT');
    const replay = parseJson(opened, { maxDepth: answerMaxDepth }) as StoredAnswer;
    return { replay, store: () => Promise.reject(new Error('a replay is not stored again')) };
  }
  return {
    replay: undefined,
    async store(answer) {
      await tx.run(keep(use, encrypt(answer, encryptionKey)));
    },
  };
}

interface KeyUse extends Pick<KeyHolder, 'orgId' | 'holder'> {
  operationId: OperationId;
  keyHash: Buffer;
}

const claim = ({ orgId, holder, operationId, keyHash }: KeyUse, requestHash: Buffer): Sql => sql`
insert into idempotency_keys as k (org_id, credential_id, operation_id, key_hash, request_hash)
values (${orgId}, ${holder}, ${operationId}, ${keyHash}, ${requestHash})
on conflict (org_id, credential_id, operation_id, key_hash) do update
   set request_hash = excluded.request_hash, answer = null, created_at = now()
 where k.created_at < now() - interval '24 hours'
returning 1 as claimed`;

const find = ({ orgId, holder, operationId, keyHash }: KeyUse): Sql => sql`
select request_hash, answer from idempotency_keys
 where org_id = ${orgId} and credential_id = ${holder} and operation_id = ${operationId} and key_hash = ${keyHash}`;

const keep = ({ orgId, holder, operationId, keyHash }: KeyUse, answer: Buffer): Sql => sql`
update idempotency_keys set answer = ${answer}
 where org_id = ${orgId} and credential_id = ${holder} and operation_id = ${operationId} and key_hash = ${keyHash}`;

function encrypt(answer: StoredAnswer, key: Buffer): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @returns undefined when the bytes were sealed with another key */
function decrypt(bytes: Buffer, key: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    return undefined;
  }
}
