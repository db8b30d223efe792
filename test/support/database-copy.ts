import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { withDatabase } from './global-setup.ts';

/** Copies a database for a group of tests. @returns a connection of its owner, once the tests run */
export function databaseCopiedFrom(origin: string): () => pg.Client {
  const name = `copy_${randomUUID().replaceAll('-', '')}`;
  let admin: pg.Client;
  let client: pg.Client;
  beforeAll(async () => {
    const server = inject('server');
    admin = new pg.Client(server.superuser);
    await admin.connect();
    await admin.query(`create database ${name} template ${origin} strategy file_copy owner keyward_owner`);
    client = new pg.Client(withDatabase(server.owner, name));
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return () => client;
}
