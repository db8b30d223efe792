import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { test as base, inject } from 'vitest';
import { readConfig } from '../../src/config.ts';
import {
  createOrganization,
  describeOrganization,
  type NewOrganization,
} from '../../src/organizations/creation.ts';
import { openGeoIp } from '../../src/conditional-access/judge/geoip.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMailer } from '../../src/platform/mail.ts';
import { type RunningService, type ServiceOptions, startService } from '../../src/service.ts';
import { sizesOf } from '../../src/http/admission/door.ts';
import { createVault } from '../../src/platform/vault.ts';
import type { RepeatingTaskName } from '../../src/platform/queue.ts';
import { wiring } from '../../src/wiring.ts';
import { repeatingTasks } from '../../src/workers/index.ts';
import { assertActions } from './audit.ts';
import { type Client, createClient } from './client.ts';
import { sharedDns } from './dns-server.ts';
import { assertNoFaults, notingFaults } from './answer-faults.ts';
import { endProxy } from './contract-proxy.ts';
import { assertEvents } from './event-schemas.ts';
import { template, withDatabase } from './global-setup.ts';
import { testMasterKey } from './master-key.ts';

/** Two organizations that no other test of the database has. */
export interface Pair {
  /** Full keys of the live tenants of two organizations, and of the first one's test tenant. */
  ours: Client;
  theirs: Client;
  oursTest: Client;
  organizations: { ours: NewOrganization; theirs: NewOrganization };
}

/** A service of its own for one test file: a cloned database, a free port, two organizations. */
export interface TestService extends Pair {
  origin: string;
  /** The database, as its superuser. */
  database: string;
  /** Without a key. */
  anonymous: Client;
  /** The database as its superuser, for moving the clock of a row and looking behind the API. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  as: (key: string) => Client;
  /** Runs a background task now. */
  runTask: (name: RepeatingTaskName) => Promise<void>;
  /** Creates two more organizations. @param at the node that their clients call, this service if it is not given */
  addPair: (at?: string) => Promise<Pair>;
  /** Another node on the same database. */
  startNode: (
    env?: Record<string, string>,
    options?: NodeOptions,
  ) => Promise<{ origin: string; stop: () => Promise<void> }>;
  /** Answers that broke the contract, for a test that plants some and takes them out. With any left, `stop` throws. */
  faults: string[];
  stop: () => Promise<void>;
}

/** Settings of the process that no variable of the environment has. */
export type NodeOptions = Pick<
  ServiceOptions,
  'jobPacing' | 'lookUpPacing' | 'sizes' | 'oauthBy' | 'answeredByOwn'
> &
  Partial<Pick<ServiceOptions, 'log'>>;

const unbounded = sizesOf({ least: 100_000, most: 100_000 });

/**
 * @param env settings that differ from those of tests: no rate limit, room for SCIM tokens, no log, no workers
 * @param pacing of jobs that tenants ask for, and of look-ups, where their usual pauses are too long; and how many requests run
 * at once
 */
export async function startTestService(
  env: Record<string, string> = {},
  pacing: NodeOptions = {},
): Promise<TestService> {
  const server = inject('server');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(server.superuser);
  await admin.connect();
  await admin.query(
    // By files: the other strategy writes every page of the copy to the log, which costs 0.1 s.
    `create database ${name} template ${template} strategy file_copy owner keyward_owner`,
  );
  const dns = await sharedDns();
  const superuser = new pg.Pool({ connectionString: withDatabase(server.superuser, name), max: 2 });
  superuser.on('error', () => undefined);
  const databaseUrl = withDatabase(server.service, name);
  const faults: string[] = [];
  const start = (
    changes: Record<string, string> = {},
    options: NodeOptions = {},
  ): Promise<RunningService> => {
    const config = readConfig({
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      MAX_SCIM_TOKENS: '1000',
      MAX_WEBHOOKS: '1000',
      MAX_OIDC_SCOPES: '1000',
      MAX_OIDC_RESOURCES: '1000',
      MAX_POLICIES: '1000',
      // A third of them is as many as a whole pool has by default.
      DATABASE_POOL_SIZE: '30',
      // Receivers of tests are on the loopback interface.
      EGRESS_ALLOW: '127.0.0.0/8',
      DNS_SERVERS: dns.address,
      MAX_CONNECTIONS: '1000',
      // Tests call no other server. A test of reports of leaked secrets has keys of its own.
      SECRET_SCANNING_KEYS_URL: 'https://keys.invalid/',
      LOG_LEVEL: 'error',
      WARM_UP: 'off',
      ROLE: 'api',
      MASTER_KEY: testMasterKey,
      ...env,
      ...changes,
    });
    return startService({
      config,
      databaseUrl,
      masterKeys: config.masterKey ?? [],
      log: notingFaults(createLog(config), faults),
      checkAnswers: true,
      // How many requests a machine takes at once depends on who else uses it, and tests send hundreds.
      sizes: unbounded,
      ...pacing,
      ...options,
    });
  };
  const service = await start();
  const vault = createVault([Buffer.from(testMasterKey, 'base64')]);
  const { database } = service;
  const origin = `http://127.0.0.1:${service.port}`;
  const addPair: TestService['addPair'] = async (at = origin) => {
    const organizations = { ours: describeOrganization('Ours'), theirs: describeOrganization('Theirs') };
    const { ours, theirs } = organizations;
    for (const organization of [ours, theirs])
      await createOrganization(database.orm, organization, { onlyIfFirst: false, announce: () => undefined });
    return {
      ours: createClient(at, ours.live.key, ours.live.orgId),
      theirs: createClient(at, theirs.live.key, theirs.live.orgId),
      oursTest: createClient(at, ours.test.key, ours.test.orgId),
      organizations,
    };
  };
  const as = (key: string): Client => createClient(origin, key);
  const sql: TestService['sql'] = async <Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ) => (await superuser.query<Row>(text, values)).rows;
  databases.set(origin, sql);
  return {
    ...(await addPair()),
    origin,
    database: withDatabase(server.superuser, name),
    anonymous: createClient(origin),
    sql,
    as,
    addPair,
    runTask: (task) =>
      repeatingTasks[task].run({
        database,
        mailer: noMailer,
        vault,
        geoIp: openGeoIp(env['GEOIP_FILE']),
        endings: wiring.endings,
        log: silent,
      }),
    async startNode(changes, options) {
      const node = await start(changes, options);
      const nodeOrigin = `http://127.0.0.1:${node.port}`;
      databases.set(nodeOrigin, sql);
      return {
        origin: nodeOrigin,
        async stop() {
          await endProxy(nodeOrigin);
          await node.stop();
        },
      };
    },
    faults,
    async stop() {
      await endProxy(origin);
      await service.stop();
      const { rows: events } = await superuser.query<{ type: string; data: unknown }>(
        'select type, data from events order by created_at desc limit 10000',
      );
      const { rows: audited } = await superuser.query<{ action: string }>(
        'select distinct action from audit_logs',
      );
      await superuser.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      assertEvents(events);
      assertActions(audited);
      assertNoFaults(faults);
    },
  };
}

/** A task tells what it did, which tests read in the database. */
const silent = { info: () => undefined, warn: () => undefined };

/** Tasks that repeat send nothing; the outbox has tests of its own. */
const noMailer = createMailer({
  databaseUrl: 'nowhere',
  smtpUrl: undefined,
  mailFrom: undefined,
  dataDir: '',
});

const databases = new Map<string, TestService['sql']>();

/** The database behind a client, for makers of what no request can make at once. */
export function databaseOf({ origin }: Client): TestService['sql'] {
  const sql = databases.get(origin);
  if (!sql) throw new Error(`no service of this process is at ${origin}`);
  return sql;
}

/** Tests that share the service of their file. */
export const test = base.extend<{ service: TestService }>({
  service: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService();
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});
