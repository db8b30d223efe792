// The TypeScript client against clients/vectors.json. clients/vectors.md says what each field means.
import { describe, expect, test } from 'vitest';
import vectors from '../../clients/vectors.json' with { type: 'json' };
import {
  type Keyward,
  KeywardAnswerError,
  KeywardApiError,
  KeywardConnectionError,
  KeywardError,
  type KeywardOptions,
  verifyWebhook,
} from '../../clients/typescript/src/index.ts';
import { scriptedUntil } from '../support/scripted.ts';
import { client } from './scripted-client.ts';
import { stepOf, type VectorAnswer } from './vector-server.ts';

interface Failure {
  kind?: string;
  retryAfterSeconds?: [least: number, greatest: number] | null;
}
interface Retried {
  name: string;
  operation: string;
  options?: { maxRetries?: number; timeoutMs?: number; idempotencyKey?: string };
  answers: VectorAnswer[];
  requests: number;
  waits?: [least: number, greatest: number][];
  idempotencyKey: string | null;
  error: Failure | null;
}
interface Refused {
  name: string;
  operation: string;
  options?: Pick<KeywardOptions, 'timeoutMs'>;
  answer: VectorAnswer;
  error: Failure;
}
interface Walked {
  name: string;
  operation: string;
  query?: object;
  take?: number;
  answers: VectorAnswer[];
  queries: Record<string, string>[];
  ids: string[];
  error: Failure | null;
}

const calls: Record<string, (keyward: Keyward, idempotencyKey: string | undefined) => Promise<unknown>> = {
  getIdentity: ({ identities }) => identities.get('idn_1'),
  deleteIdentity: ({ identities }) => identities.delete('idn_1'),
  createIdentity: ({ identities }, idempotencyKey) =>
    identities.create({ name: 'deploy-bot', type: 'CI_CD' }, { idempotencyKey }),
  updateIdentity: ({ identities }) => identities.update('idn_1', { name: 'new' }),
  verifyCredential: ({ credentials }) => credentials.verify({ credential: 'kd_live_x' }),
  getScimUser: ({ scimUsers }) => scimUsers.get('org_1', 'usr_1'),
  getReadiness: ({ service }) => service.getReadiness(),
};
const lists: Record<string, (keyward: Keyward, query: object) => AsyncGenerator<{ id: string }>> = {
  listIdentities: ({ identities }, query) => identities.listAll(query),
  listCredentials: ({ credentials }, query) => credentials.listAll(query),
};
const kinds = { api: KeywardApiError, answer: KeywardAnswerError, connection: KeywardConnectionError };
/** Time that a busy machine needs beside the wait. */
const slackMs = 2_000;

/** Returns the facts of an error that the vector names, in the form of the vector. @throws an error that it does not want */
function factsOf(error: unknown, wanted: Failure | null): object | null {
  if (error === null) return null;
  if (!(error instanceof KeywardError) || wanted === null)
    throw new Error('The vector has no such error', { cause: error });
  const kind = Object.entries(kinds).find(([, one]) => error instanceof one)?.[0];
  const { code, status = null, message, details, requestId = null, retryAfterSeconds: after } = error;
  const [least = NaN, greatest = NaN] = wanted.retryAfterSeconds ?? [];
  const within = after !== undefined && after >= least && after <= greatest;
  const retryAfterSeconds = within ? wanted.retryAfterSeconds : (after ?? null);
  const facts = { kind, code, status, message, details, requestId, retryAfterSeconds };
  return Object.fromEntries(Object.entries(facts).filter(([name]) => name in wanted));
}
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('verifyWebhook, by the vectors', () => {
  const { vectors: all, nowSeconds, ...usual } = vectors.signatures;
  test.for(all)('$name', async ({ body, bodyBase64, headers, secret, toleranceSeconds, code }) => {
    const raw = bodyBase64 ? Buffer.from(bodyBase64, 'base64') : Buffer.from(body ?? usual.body);
    const given = headers as Record<string, string | undefined>;
    const options = { now: nowSeconds * 1000, toleranceSeconds };
    const call = verifyWebhook(raw, given, secret ?? usual.secret, options);
    if (code === null) expect(await call).toEqual(JSON.parse(raw.toString()));
    else await expect(call).rejects.toMatchObject({ name: 'KeywardWebhookError', code });
  });
});

describe.concurrent('a call, by the vectors', () => {
  test.for(vectors.retries as unknown as Retried[])(
    '$name',
    async ({ operation, options = {}, answers, requests, waits = [], ...wanted }, {
      expect,
      onTestFinished,
    }) => {
      const server = await scriptedUntil(
        onTestFinished,
        answers.map((answer) => stepOf(answer, operation)),
      );
      const { idempotencyKey, ...limits } = options;
      const error = await failureOf(
        calls[operation]?.(client(server, limits), idempotencyKey) ?? Promise.reject(new Error(operation)),
      );
      expect(factsOf(error, wanted.error)).toEqual(wanted.error);
      expect(server.seen).toHaveLength(requests);
      const keys = new Set(server.seen.map(({ headers }) => headers['idempotency-key']));
      expect(keys.size).toBe(1);
      const [key = null] = keys;
      if (wanted.idempotencyKey === 'one') expect(key).toMatch(/^[0-9a-f-]{36}$/);
      else expect(key).toBe(wanted.idempotencyKey);
      for (const [at, [least, greatest]] of waits.entries()) {
        const waited = (server.seen[at + 1]?.at ?? NaN) - (server.seen[at]?.at ?? NaN);
        expect(waited).toBeGreaterThanOrEqual(least);
        expect(waited).toBeLessThanOrEqual(greatest + slackMs);
      }
    },
  );

  test.for(vectors.errors as unknown as Refused[])(
    '$name',
    async ({ operation, options, answer, error: wanted }, { expect, onTestFinished }) => {
      const server = await scriptedUntil(onTestFinished, [stepOf(answer, operation)]);
      const keyward = client(server, { maxRetries: 0, ...options });
      const error = await failureOf(calls[operation]?.(keyward, undefined) ?? Promise.resolve());
      expect(factsOf(error, wanted)).toEqual(wanted);
      expect(server.seen).toHaveLength(1);
    },
  );

  test.for(vectors.pagination as unknown as Walked[])(
    '$name',
    async ({ operation, query = {}, take = Infinity, answers, queries, ids, error: wanted }, {
      expect,
      onTestFinished,
    }) => {
      const server = await scriptedUntil(
        onTestFinished,
        answers.map((answer) => stepOf(answer, operation)),
      );
      const seen: string[] = [];
      const walk = async (): Promise<void> => {
        for await (const { id } of lists[operation]?.(client(server), query) ?? []) {
          seen.push(id);
          if (seen.length >= take) return;
        }
      };
      const error = await failureOf(walk().then(() => undefined));
      expect(factsOf(error, wanted)).toEqual(wanted);
      expect(seen).toEqual(ids);
      const asked = server.seen.map(({ url }) =>
        Object.fromEntries(new URL(url, server.origin).searchParams),
      );
      expect(asked).toEqual(queries);
    },
  );
});
