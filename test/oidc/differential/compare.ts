// Sends a request to one side, and says what came of it without what is random.
import { hash } from 'node:crypto';
import http from 'node:http';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { TestService } from '../../support/service.ts';
import type { Wire } from './requests.ts';

export interface Side {
  name: 'ours' | 'engine';
  origin: string;
}

export interface Came {
  answers: object[];
  /** Rows that are there now and were not before, and those that are gone or have changed. */
  added: string[];
  removed: string[];
  audit: string[];
  events: string[];
}

interface Answer {
  status: number;
  headers: [name: string, value: string][];
  text: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

export const endConnections = (): void => agent.destroy();

function send(origin: string, { method, path, headers, body }: Wire): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length: [string, string][] = body ? [['Content-Length', String(body.length)]] : [];
    const sent = http.request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: [['Host', new URL(origin).host], ...headers, ...length].flat(),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const raw = response.rawHeaders;
          const pairs = raw.flatMap((name, at): [string, string][] =>
            at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : [],
          );
          resolve({
            status: response.statusCode ?? 0,
            headers: pairs,
            text: Buffer.concat(chunks).toString(),
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Headers that differ by the moment or the connection. */
const ofTheMoment = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** Says times relative to now, so that two answers to one request say the same. */
function masked(value: unknown, name = ''): unknown {
  if (name === 'requestId') return typeof value;
  if (Array.isArray(value)) return value.map((one) => masked(one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, key)]));
  return value;
}

/** Times of what was made just now. */
function withoutTimes(content: Record<string, unknown>): Record<string, unknown> {
  const { iat, exp } = content;
  const isNew = typeof iat === 'number' && Math.abs(iat - Date.now() / 1000) < 5;
  if (!isNew) return content;
  return {
    ...content,
    iat: 'now',
    ...(typeof exp === 'number' ? { exp: `in ${Math.round((exp - iat) / 5) * 5} seconds` } : {}),
  };
}

/** Sends requests of one case to one side, and takes back what they did to the database. */
export class Comparer {
  readonly #sql: TestService['sql'];
  readonly #keys: ReturnType<typeof createLocalJWKSet>;
  #audited = '';
  #told = '';

  private constructor(sql: TestService['sql'], keys: ReturnType<typeof createLocalJWKSet>) {
    this.#sql = sql;
    this.#keys = keys;
  }

  static async on({ sql }: Pick<TestService, 'sql'>, issuer: string): Promise<Comparer> {
    await sql('create schema differential; create table differential.kept as table oidc_artifacts');
    const response = await fetch(`${issuer}/.well-known/jwks.json`);
    return new Comparer(sql, createLocalJWKSet((await response.json()) as never));
  }

  async sent(side: Side, wire: Wire, times: number): Promise<Came> {
    await this.#mark();
    const answers: Answer[] = [];
    for (let count = 0; count < times; count++) answers.push(await send(side.origin, wire));
    const tokens = answers.map(({ text }) => tokenIn(text));
    const came = await this.#took(tokens);
    return { ...came, answers: await Promise.all(answers.map((answer) => this.#shown(answer, side))) };
  }

  async #shown({ status, headers, text }: Answer, { origin }: Side): Promise<object> {
    const shown = headers
      .filter(([name]) => !ofTheMoment.has(name))
      .map(
        ([name, value]) =>
          `${name}: ${name === 'content-length' && text !== '' ? 'right' : value.replaceAll(origin, '')}`,
      )
      .toSorted();
    const length = headers.find(([name]) => name === 'content-length')?.[1];
    const isRight = length === undefined || text === '' || Number(length) === Buffer.byteLength(text);
    const body = text.startsWith('{') ? await this.#body(text) : text.replaceAll(origin, '');
    return { status, headers: shown, isRight, body };
  }

  async #body(text: string): Promise<string> {
    const body = masked(JSON.parse(text)) as Record<string, unknown>;
    const token = body['access_token'];
    if (typeof token === 'string')
      body['access_token'] =
        token.split('.').length === 3 ? await this.#jwt(token) : `opaque, ${token.length} characters`;
    return JSON.stringify(body);
  }

  async #jwt(token: string): Promise<object> {
    const { payload, protectedHeader } = await jwtVerify(token, this.#keys);
    const { jti, ...claims } = payload;
    return { header: protectedHeader, claims: Object.entries({ ...withoutTimes(claims), jti: jti?.length }) };
  }

  async #mark(): Promise<void> {
    const [last] = await this.#sql<{ audited: string | null; told: string | null }>(
      `select (select max(id) from audit_logs) as audited, (select max(id) from events) as told`,
    );
    this.#audited = last?.audited ?? '';
    this.#told = last?.told ?? '';
  }

  async #took(tokens: readonly (string | undefined)[]): Promise<Omit<Came, 'answers'>> {
    const columns = `model, encode(id_hash, 'hex') as id, payload, sealed is not null as sealed, client_id, user_id, grant_id,
      login_id, connection_id, alias_hash, consumed_at is not null as consumed,
      -- We remember a used proof for longer than the engine does.
      case when model <> 'ReplayDetection' then round(extract(epoch from expires_at - created_at) / 5)::int * 5 end as seconds`;
    const [rows] = await this.#sql<{ added: Row[]; removed: Row[]; audit: object[]; events: object[] }>(
      `select (select coalesce(jsonb_agg(r), '[]') from
                (select ${columns} from (table oidc_artifacts except table differential.kept) o) r) as added,
              (select coalesce(jsonb_agg(r), '[]') from
                (select ${columns} from (table differential.kept except table oidc_artifacts) o) r) as removed,
              (select coalesce(jsonb_agg(to_jsonb(a) - 'id' - 'created_at' - 'request_id' - 'personal_hash'), '[]')
                 from audit_logs a where id > $1) as audit,
              (select coalesce(jsonb_agg(to_jsonb(e) - 'id' - 'created_at' - 'written_by'), '[]') from events e where id > $2) as events`,
      [this.#audited, this.#told],
    );
    if (!rows) throw new Error('the database says nothing');
    const { added, removed, audit, events } = rows;
    if (added.length + removed.length > 0)
      await this.#sql(
        `with gone as (delete from oidc_artifacts where (org_id, model, id_hash) in
                        (select org_id, model, id_hash from (table oidc_artifacts except table differential.kept) o))
         select`,
      );
    if (removed.length > 0)
      await this.#sql('insert into oidc_artifacts table differential.kept on conflict do nothing');
    const names = new Map(tokens.flatMap((token) => namesOf(token)));
    const shown = (list: readonly Row[]): string[] =>
      list
        .map(({ id, payload, ...row }) =>
          JSON.stringify({
            ...row,
            id: names.get(id) ?? 'another',
            payload: payload === null ? null : withoutTimes(JSON.parse(payload) as Record<string, unknown>),
          }),
        )
        .toSorted();
    return {
      added: shown(added),
      removed: shown(removed),
      // Ids of one millisecond have no order.
      audit: audit.map((row) => JSON.stringify(row)).toSorted(),
      events: events.map((row) => JSON.stringify(row)).toSorted(),
    };
  }
}

interface Row {
  id: string;
  payload: string | null;
}

function tokenIn(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  const { access_token: token } = JSON.parse(text) as { access_token?: string };
  return token;
}

/** The id that a token that was answered must be stored under. */
function namesOf(token: string | undefined): [string, string][] {
  if (token === undefined) return [];
  const [, claims, ...rest] = token.split('.');
  const isSigned = claims !== undefined && rest.length === 1;
  const id = isSigned
    ? `jwt~${(JSON.parse(Buffer.from(claims, 'base64url').toString()) as JWTPayload).jti}`
    : token;
  return [[hash('sha256', id, 'hex'), 'the token that was answered']];
}
