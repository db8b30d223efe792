// Fixed work that no schema of ours can slow down. It shows how fast the machine is at this moment.
import { hash } from 'node:crypto';
import pg from 'pg';
import { treeCpuMicros } from './cpu.ts';

/** CPU microseconds of one fixed piece of work. */
export interface Calibration {
  /** SHA-256 of 1 KiB in this process. */
  hash: number;
  /** Postgres, for `select 1`. */
  statement: number;
  /** Postgres, for an update of one row of a table without index, trigger and WAL. */
  update: number;
}

const hashes = 20_000;
const statements = 1_500;

/** Opens a connection for {@link calibrate}, and makes its table. */
export async function openCalibration(superuserUrl: string): Promise<pg.Client> {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  await client.query('drop schema if exists bench_calibration cascade');
  await client.query('create schema bench_calibration');
  await client.query('create unlogged table bench_calibration.one (uses bigint) with (fillfactor = 10)');
  await client.query('insert into bench_calibration.one values (0)');
  return client;
}

/** Measures the fixed work; nothing else may run meanwhile. */
export async function calibrate(client: pg.Client, postmaster: number | undefined): Promise<Calibration> {
  const block = Buffer.alloc(1024, 7);
  const before = process.cpuUsage();
  for (let at = 0; at < hashes; at++) hash('sha256', block, 'buffer');
  const { user, system } = process.cpuUsage(before);
  const statement = async (name: string, text: string): Promise<number> => {
    const began = treeCpuMicros(postmaster);
    for (let at = 0; at < statements; at++) await client.query({ name, text });
    const ended = treeCpuMicros(postmaster);
    return began === undefined || ended === undefined ? Number.NaN : (ended - began) / statements;
  };
  return {
    hash: (user + system) / hashes,
    statement: await statement('calibrate-select', 'select 1'),
    update: await statement('calibrate-update', 'update bench_calibration.one set uses = uses + 1'),
  };
}

/** Whole pages in the WAL since the server began. Backends tell them about once a second. */
export async function fullPagesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pages: number }>('select wal_fpi::float8 as pages from pg_stat_wal');
  return rows[0]?.pages ?? Number.NaN;
}
