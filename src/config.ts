import { type CamelCase, camelCase } from './settings/camel-case.ts';
import { deviceOriginFault } from './settings/device-origin.ts';
import type { EgressRule } from './lib/egress-rule.ts';
import { misspelt } from './lib/misspelt.ts';
import { fileVariables, writtenValue } from './settings/secret-files.ts';
import { quotaSettings } from './settings/quota-settings.ts';
import { setting } from './settings/setting.ts';
import {
  dnsServers,
  egressRules,
  host,
  httpsUrl,
  integer,
  key,
  keyIds,
  type Kind,
  masterKeys,
  oneOf,
  organizationName,
  orgId,
  origin,
  path,
  port,
  postgresUrl,
  sender,
  smtpUrl,
} from './settings/setting-kinds.ts';
import { tracingSettings } from './settings/tracing-settings.ts';
import { transportSettings } from './settings/transport-settings.ts';

/** The environment is wrong. The message is one sentence for the operator and never repeats a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Every variable the service reads; `docs/configuration.md` is generated from this table. */
export const settings = [
  setting('PORT', port, '3000', 'The port the API listens on.'),
  setting('HOST', host, '127.0.0.1', 'The address the API listens on.'),
  setting(
    'BASE_URL',
    origin,
    undefined,
    'The public origin. Every address that the service sends is built from it alone, never from the Host header.',
    'http://localhost:$PORT',
  ),
  setting(
    'DATABASE_URL',
    postgresUrl,
    undefined,
    'Any Postgres 15 or newer. If unset, the embedded Postgres runs under DATA_DIR.',
  ),
  setting(
    'DATA_DIR',
    path,
    '.data',
    'The folder of the embedded Postgres and, unless MASTER_KEY is set, of its key. Back up both.',
  ),
  setting(
    'MASTER_KEY',
    masterKeys,
    undefined,
    'The key that encrypts secrets that must be read back, such as signing secrets. To rotate it, set a list: the first key encrypts, all keys decrypt. Required with DATABASE_URL.',
    'DATA_DIR/master.key',
  ),
  setting(
    'MASTER_KEY_LOST',
    keyIds,
    undefined,
    'IDs of master keys that are lost for good, as the failed start names them. Set it for one start only.',
    'none',
  ),
  setting(
    'MIGRATION_DATABASE_URL',
    postgresUrl,
    undefined,
    'The database as its owner, for migrations; the service itself connects with DATABASE_URL.',
    'DATABASE_URL',
  ),
  setting(
    'MIGRATIONS',
    oneOf('on', 'off', 'only'),
    'on',
    'With on, the start migrates the schema. With off, the start fails while a migration is pending. With only, the process migrates and ends.',
  ),
  setting(
    'BOOTSTRAP_LIVE_KEY',
    key('kd_live_'),
    undefined,
    'The live API key of the first organization, which the first start creates. Required for the first start with DATABASE_URL.',
    'generated',
  ),
  setting(
    'BOOTSTRAP_TEST_KEY',
    key('kd_test_'),
    undefined,
    'The test API key of the first organization, which the first start creates. Required for the first start with DATABASE_URL.',
    'generated',
  ),
  setting(
    'BOOTSTRAP_ORG_ID',
    orgId,
    undefined,
    'The ID of the live tenant that the first start creates.',
    'generated',
  ),
  setting(
    'BOOTSTRAP_TEST_ORG_ID',
    orgId,
    undefined,
    'The ID of the test tenant that the first start creates.',
    'generated',
  ),
  setting(
    'BOOTSTRAP_ORG_NAME',
    organizationName,
    undefined,
    'The name of the organization made on the first start. Pages and mails show it until its branding has another name.',
    'the host of BASE_URL; Keyward for this machine and for IP addresses',
  ),
  ...transportSettings,
  setting(
    'EGRESS_ALLOW',
    egressRules,
    undefined,
    'Addresses that outgoing calls such as webhooks may reach although they are not public. Names are looked up in the DNS alone.',
    'none',
  ),
  setting(
    'DNS_SERVERS',
    dnsServers,
    undefined,
    'The name servers that look up the records that prove domains. They must resolve names for clients.',
    'those of the system',
  ),
  setting(
    'SECRET_SCANNING_KEYS_URL',
    httpsUrl,
    'https://api.github.com/meta/public_keys/secret_scanning',
    'The URL of the keys that sign reports of leaked secrets. GitHub Enterprise has another URL.',
  ),
  ...quotaSettings,
  setting(
    'DATABASE_POOL_SIZE',
    integer(5, 200),
    '10',
    'Database connections of this process, besides 18 for the statements of every request, one for back-tests and one for probes.',
  ),
  setting(
    'DRAIN_SECONDS',
    integer(0, 300),
    '0',
    'How long the process serves requests after SIGTERM while /health/ready fails. Set it to twice the interval of the checks of your load balancer.',
  ),
  setting(
    'SMTP_URL',
    smtpUrl,
    undefined,
    'The mail server (port 587, or 465 with smtps). If unset, mails are files in DATA_DIR/outbox, or refused with DATABASE_URL.',
  ),
  setting(
    'MAIL_FROM',
    sender,
    undefined,
    'The sender of the mails of the service. Required with SMTP_URL.',
    'Keyward <keyward@localhost>',
  ),
  setting(
    'GEOIP_FILE',
    path,
    undefined,
    'A MaxMind database (.mmdb). With it, workers detect uses from new countries and uses that are too far apart.',
  ),
  setting(
    'ANONYMOUS_NETWORKS_FILE',
    path,
    undefined,
    'A text file of addresses and CIDR ranges, one a line, such as the exits of Tor. A sign-in from one of them has a higher risk.',
  ),
  setting(
    'BREACHED_PASSWORDS_FILE',
    path,
    undefined,
    'The SHA-1 list of Have I Been Pwned, ordered by hash. With it, password policies reject breached passwords.',
  ),
  setting('ROLE', oneOf('all', 'api', 'worker'), 'all', 'What this process does: requests, work, or both.'),
  setting(
    'WARM_UP',
    oneOf('on', 'off'),
    'on',
    'Loads the code of all operations and tasks before the node is ready. If off, the first request of an operation loads its code.',
  ),
  setting(
    'METRICS_PORT',
    port,
    undefined,
    'A separate port for /metrics. If unset, the main port serves it to loopback peers.',
  ),
  setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'The lowest severity that is logged.',
  ),
  setting(
    'LOG_FORMAT',
    oneOf('auto', 'json', 'pretty'),
    'auto',
    'One JSON object per line, or lines for people. With auto, lines for people on a terminal only.',
  ),
  ...tracingSettings,
] as const;

type Row = (typeof settings)[number];

type ValueOf<R> = R extends { kind: Kind<infer T>; fallback: infer D }
  ? T | (D extends string ? never : undefined)
  : never;

type Values = { readonly [R in Row as CamelCase<R['name']>]: ValueOf<R> };

/** The settings under camel-cased names; undefined where the variable is unset and has no default. */
export type Config = Omit<
  Values,
  'trustedProxies' | 'clientCertProxies' | 'egressAllow' | 'masterKeyLost' | 'rateLimitMaxPerMinute'
> & {
  readonly rateLimitMaxPerMinute: number;
  readonly masterKeyLost: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly clientCertProxies: readonly string[];
  readonly egressAllow: readonly EgressRule[];
};

/**
 * Reads the whole configuration. An empty variable counts as unset, an unknown one is ignored ({@link misspeltSettings} warns).
 *
 * `baseUrl` stays undefined when unset: only the running server knows the port to put in it. `migrationDatabaseUrl` falls
 * back to `databaseUrl`. The first start decides whether bootstrap keys are needed (decisions section 8).
 *
 * @throws {ConfigError} a variable has a value it may not have, or does not fit another one
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // The table's rows give each property its type above; an object built in a loop cannot show that.
  const values = Object.fromEntries(
    settings.map((row) => [camelCase(row.name), valueOf(row, env)]),
  ) as Values;
  if ((values.tlsCert === undefined) !== (values.tlsKey === undefined)) {
    const missing = values.tlsCert ? 'TLS_KEY' : 'TLS_CERT';
    throw new ConfigError(`${missing} is not set: set TLS_CERT and TLS_KEY together or neither.`);
  }
  const fault = deviceOriginFault(values);
  if (fault !== undefined) throw new ConfigError(fault);
  if (values.bootstrapOrgId !== undefined && values.bootstrapOrgId === values.bootstrapTestOrgId) {
    throw new ConfigError('BOOTSTRAP_TEST_ORG_ID equals BOOTSTRAP_ORG_ID: the two must differ.');
  }
  if (values.smtpUrl !== undefined && values.mailFrom === undefined) {
    throw new ConfigError('MAIL_FROM is not set: with SMTP_URL, set it to the sender of our mails.');
  }
  const { rateLimitPerMinute, rateLimitMaxPerMinute: most = Math.max(6000, rateLimitPerMinute) } = values;
  if (most < rateLimitPerMinute) {
    throw new ConfigError(
      'RATE_LIMIT_MAX_PER_MINUTE is less than RATE_LIMIT_PER_MINUTE: set it to at least that value, or leave it out.',
    );
  }
  return Object.freeze({
    ...values,
    rateLimitMaxPerMinute: most,
    migrationDatabaseUrl: values.migrationDatabaseUrl ?? values.databaseUrl,
    deviceTlsCert: values.deviceTlsCert ?? values.tlsCert,
    deviceTlsKey: values.deviceTlsKey ?? values.tlsKey,
    masterKeyLost: values.masterKeyLost ?? Object.freeze([]),
    trustedProxies: values.trustedProxies ?? Object.freeze([]),
    clientCertProxies: values.clientCertProxies ?? Object.freeze([]),
    egressAllow: values.egressAllow ?? Object.freeze([]),
  });
}

/** Warns in a sentence of each variable that is almost the name of a setting. It may be meant for another program. */
export const misspeltSettings = (env: Readonly<Record<string, string | undefined>>): string[] =>
  misspelt(Object.keys(env), [...settings.map(({ name }) => name), ...fileVariables]).map(
    ({ given, meant }) => `${given} is not a setting and has no effect. Did you mean ${meant}?`,
  );

function valueOf(row: Row, env: Readonly<Record<string, string | undefined>>): unknown {
  const { value: written = row.fallback, fault } = writtenValue(row.name, env);
  if (fault !== undefined) throw new ConfigError(fault);
  if (written === undefined) return undefined;
  const value = row.kind.read(written);
  if (value === undefined) {
    throw new ConfigError(`${row.name} has a value that is not allowed: it must be ${row.kind.allowed}.`);
  }
  return value;
}
