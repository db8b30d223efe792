// The floor: node:http, one prepared statement on a table of its own or one signature, and a short answer. No service that does the
// same work on this machine can be much faster.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import pg from 'pg';
import { hashSecret } from '../../src/lib/secret.ts';
import { answerParent, startedWith } from '../frame/child.ts';
import { serveJson } from '../servers/bare.ts';
import { type Floor, floorKeys } from './floors.ts';

const { databaseUrl, does } = startedWith as { databaseUrl: string; does: Floor };
// As many as the service has.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(`
create table if not exists floor (id bytea primary key, payload jsonb not null, uses bigint not null default 0, used_at timestamptz);
create table if not exists floor_rows (id text primary key, payload jsonb not null)`);
const payload = { valid: true, name: 'Ada', scopes: ['read', 'write'] };
await pool.query(
  'insert into floor (id, payload) select id, $2 from unnest($1::bytea[]) id on conflict do nothing',
  [floorKeys.map(hashSecret), payload],
);

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const header = Buffer.from('{"alg":"ES256","typ":"at+jwt"}').toString('base64url');

const works: Readonly<Record<Floor, (key: string) => Promise<unknown>>> = {
  async read(key) {
    const { rows } = await pool.query<{ payload: object }>({
      name: 'read',
      text: 'select payload from floor where id = $1',
      values: [hashSecret(key)],
    });
    return rows[0]?.payload;
  },
  async update(key) {
    const { rows } = await pool.query<{ payload: object }>({
      name: 'update',
      text: 'update floor set uses = uses + 1, used_at = now() where id = $1 returning payload',
      values: [hashSecret(key)],
    });
    return rows[0]?.payload;
  },
  async insert() {
    const id = randomUUID();
    await pool.query({
      name: 'insert',
      text: 'insert into floor_rows (id, payload) values ($1, $2)',
      values: [id, payload],
    });
    return { ...payload, id };
  },
  sign() {
    const claims = Buffer.from(JSON.stringify({ jti: randomUUID(), ...payload })).toString('base64url');
    const signed = `${header}.${claims}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return Promise.resolve({ ...payload, token: `${signed}.${signature.toString('base64url')}` });
  },
};
answerParent({ port: await serveJson(({ credential }) => works[does](credential)) });
