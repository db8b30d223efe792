// Measures the cost of a tenant's limits. Creations in a tenant of 10,000 identities and 100,000 live
// credentials are compared with creations in a nearly empty one. The work of a request runs in its transaction,
// without HTTP. Part of `make bench`. Options:
//   --quick   a tenth of the rows and of the rounds, to see that everything works
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createOrganization, describeOrganization } from '../src/organizations/creation.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { type Database, openDatabase } from '../src/database/open.ts';
import { inTransaction, type Tenant } from '../src/platform/tenancy.ts';
import { systemActor } from '../src/platform/grants.ts';
import { createIdentity } from '../src/credentials/identities.ts';
import { issueCredential } from '../src/credentials/issuing.ts';
import { countCredentials } from '../src/credentials/sql/counts.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const identities = options.quick ? 1_000 : 10_000;
const credentials = options.quick ? 10_000 : 100_000;
const rounds = options.quick ? 50 : 500;

/** High enough that nothing is refused. */
const quotas = {
  maxUsers: 1_000_000,
  maxGroups: 10_000,
  maxIdentities: 1_000_000,
  maxCredentials: 1_000_000,
  maxCredentialsPerIdentity: 1_000_000,
  maxScimTokens: 50,
  maxWebhooks: 50,
  maxPolicies: 200,
  maxOidcClients: 1_000,
  maxOidcScopes: 200,
  maxServiceProviders: 500,
  maxNamedLocations: 100,
  maxAccessDevices: 20_000,
  maxConnections: 200,
  rateLimitMaxPerMinute: 1_000,
};
const grantor = { actor: systemActor, scopes: ['*'] };

async function seed(url: string, orgId: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `insert into identities (org_id, id, name, type)
     select $1, 'idn_' || lpad(n::text, 26, '0'), 'service ' || n, 'SERVICE_ACCOUNT' from generate_series(1, $2::int) as n`,
    [orgId, identities],
  );
  await client.query(
    `insert into credentials (org_id, id, identity_id, name, type, secret_hash, secret_prefix, secret_last4, expires_at)
     select $1, 'cred_' || lpad(n::text, 26, '0'), 'idn_' || lpad((1 + n % $2::int)::text, 26, '0'), 'key ' || n, 'API_KEY',
            sha256(convert_to($1 || n, 'UTF8')), 'kd_live_', 'abcd',
            case when n % 2 = 0 then now() + n * interval '1 hour' end
       from generate_series(1, $3::int) as n`,
    [orgId, identities, credentials],
  );
  await client.query('vacuum (analyze)');
  await client.end();
}

const middle = (all: number[]): number => all.toSorted((x, y) => x - y)[all.length >> 1] ?? Number.NaN;

/** Milliseconds that the same work takes in two tenants, turn by turn so that the machine's mood meets both. */
async function compare(name: string, work: (at: number) => Promise<unknown>): Promise<void> {
  const taken: [number[], number[]] = [[], []];
  for (let round = -20; round < rounds; round++) {
    for (const at of [0, 1] as const) {
      const began = performance.now();
      await work(at);
      if (round >= 0) taken[at].push(performance.now() - began);
    }
  }
  const [full, empty] = [middle(taken[0]), middle(taken[1])];
  const [ratio, aim] = [full / empty, 1.3];
  const figures = `${full.toFixed(2)} ms to ${empty.toFixed(2)} ms, ${Math.round(1000 / full)}/s`;
  process.stdout.write(
    `${name.padEnd(36)} ${figures.padEnd(36)} ${ratio.toFixed(2)}  aim ${aim}  ${ratio <= aim ? 'reached' : 'missed'}\n`,
  );
}

async function bench({ orm }: Database, tenants: readonly [Tenant, Tenant]): Promise<void> {
  const tenant = (at: number): Tenant => tenants[at] ?? tenants[0];
  const named = { description: null, ownerUserId: null, tags: [], allowedScopes: null, allowedIps: null };
  const identity = { ...named, name: 'made', type: 'CI_CD', federatedSubjects: [], metadata: {} } as const;
  const make = (at: number) =>
    inTransaction(orm, tenant(at), (tx) =>
      createIdentity(tx, { ...identity, tags: [], federatedSubjects: [], expiresAt: null }, grantor, {
        quotas,
        outgoing: { mayReach: () => false },
        mayOwn: async () => true,
      }),
    );
  await compare('an identity in a full / empty tenant', make);
  const owners: string[] = [];
  for (const at of [0, 1]) owners.push((await make(at)).id);
  await compare('a credential in a full / empty tenant', (at) =>
    inTransaction(orm, tenant(at), (tx) =>
      issueCredential(
        tx,
        {
          identityId: owners[at] ?? '',
          name: 'made',
          scopes: [],
          isTemporary: false,
          maxUsageCount: null,
          expiresAt: null,
          allowedIps: null,
          rateLimitPerMinute: null,
          metadata: {},
        },
        grantor,
        quotas,
      ),
    ),
  );
  const reading: number[] = [];
  for (let round = 0; round < 20; round++) {
    const began = performance.now();
    await countCredentials(orm.em.fork(), tenant(0).orgId);
    reading.push(performance.now() - began);
  }
  process.stdout.write(`the stats of a list: ${middle(reading).toFixed(1)} ms in the full tenant\n`);
}

const dataDir = mkdtempSync(join(tmpdir(), 'keyward-bench-quotas-'));
// Postgres started by root runs as another account, which must get through.
chmodSync(dataDir, 0o711);
const embedded = await startEmbedded({ dataDir, durable: false });
try {
  await migrate(embedded.url('owner'), 'keyward');
  const organization = describeOrganization('Bench');
  const database = await openDatabase(embedded.url('service'), 2);
  await createOrganization(database.orm, organization, { onlyIfFirst: true, announce: () => undefined });
  await seed(embedded.url('owner'), organization.live.orgId);
  await bench(database, [
    { orgId: organization.live.orgId, environment: 'live' },
    { orgId: organization.test.orgId, environment: 'test' },
  ]);
  await database.close();
} finally {
  await embedded.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
