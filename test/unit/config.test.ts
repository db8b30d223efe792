import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Config, ConfigError, misspeltSettings, readConfig, settings } from '../../src/config.ts';
import { newSecret } from '../../src/lib/secret.ts';

/** Nothing is recorded without OTEL_EXPORTER_OTLP_ENDPOINT. */
const tracingDefaults = {
  otelExporterOtlpProtocol: 'http/protobuf',
  otelServiceName: 'keyward',
  otelTracesSampler: 'traceidratio',
  otelTracesSamplerArg: 0.05,
  otelBspScheduleDelay: 5_000,
  traceContext: 'link',
};
const orgId = 'org_01m7x2ta4mem4v0nqff57zyxjv';

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('readConfig', () => {
  test('gives the defaults of decisions section 8 for an empty environment', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: undefined,
      databaseUrl: undefined,
      dataDir: '.data',
      masterKey: undefined,
      masterKeyLost: [],
      migrationDatabaseUrl: undefined,
      bootstrapLiveKey: undefined,
      bootstrapTestKey: undefined,
      bootstrapOrgId: undefined,
      bootstrapTestOrgId: undefined,
      bootstrapOrgName: undefined,
      requireHttps: 'auto',
      tlsCert: undefined,
      tlsKey: undefined,
      trustedProxies: [],
      clientCertProxies: [],
      egressAllow: [],
      secretScanningKeysUrl: 'https://api.github.com/meta/public_keys/secret_scanning',
      rateLimitPerMinute: 100,
      rateLimitMaxPerMinute: 6_000,
      rateLimitBurst: 20,
      scimRateLimitPerMinute: 600,
      verifyRateLimitPerMinute: undefined,
      maxUsers: 1_000_000,
      maxGroups: 10_000,
      maxInvitationsPerHour: 1_000,
      maxMailsPerHour: 10_000,
      maxIdentities: 10_000,
      maxCredentials: 100_000,
      maxCredentialsPerIdentity: 100,
      maxScimTokens: 50,
      maxWebhooks: 50,
      maxOidcClients: 1_000,
      maxOidcScopes: 200,
      maxOidcResources: 100,
      maxServiceProviders: 500,
      maxConnections: 200,
      maxNamedLocations: 100,
      maxAccessDevices: 20_000,
      maxPolicies: 200,
      ...tracingDefaults,
      databasePoolSize: 10,
      drainSeconds: 0,
      smtpUrl: undefined,
      mailFrom: undefined,
      role: 'all',
      warmUp: 'on',
      metricsPort: undefined,
      logLevel: 'info',
      migrations: 'on',
      logFormat: 'auto',
    });
  });

  test('counts an empty variable as unset and ignores an unknown one', () => {
    const empty = Object.fromEntries(settings.map((row) => [row.name, '']));
    expect(readConfig({ ...empty, HOME: '/root', PORTS: 'x' })).toEqual(readConfig({}));
  });

  test('types each property by its row', () => {
    expectTypeOf<Config['port']>().toEqualTypeOf<number>();
    expectTypeOf<Config['verifyRateLimitPerMinute']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Config['baseUrl']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Config['role']>().toEqualTypeOf<'all' | 'api' | 'worker'>();
    expectTypeOf<Config['trustedProxies']>().toEqualTypeOf<readonly string[]>();
  });

  test('freezes what it gives', () => {
    const config = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.trustedProxies)).toBe(true);
    expect(Object.isFrozen(readConfig({}).trustedProxies)).toBe(true);
    expect(Object.isFrozen(readConfig({}).egressAllow)).toBe(true);
  });

  const liveKey = newSecret('kd_live_');
  const testKey = newSecret('kd_test_');
  const masterKey = Buffer.alloc(32, 1).toString('base64');
  const otherMasterKey = Buffer.alloc(32, 2).toString('base64');

  test.each([
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65_535],
    ['HOST', '::', 'host', '::'],
    ['HOST', 'localhost', 'host', 'localhost'],
    ['BASE_URL', 'https://id.example.org', 'baseUrl', 'https://id.example.org'],
    ['BASE_URL', 'HTTPS://ID.example.org:443/', 'baseUrl', 'https://id.example.org'],
    ['BASE_URL', 'http://[::1]:3000', 'baseUrl', 'http://[::1]:3000'],
    ['DATABASE_URL', 'postgres://u:p@db/x', 'databaseUrl', 'postgres://u:p@db/x'],
    [
      'SECRET_SCANNING_KEYS_URL',
      'https://ghe.example:8443/keys?x=1',
      'secretScanningKeysUrl',
      'https://ghe.example:8443/keys?x=1',
    ],
    ['DATABASE_URL', 'postgresql:///x?host=/run', 'databaseUrl', 'postgresql:///x?host=/run'],
    ['DATA_DIR', '/var/lib/key ward', 'dataDir', '/var/lib/key ward'],
    ['MASTER_KEY', masterKey, 'masterKey', [Buffer.alloc(32, 1)]],
    [
      'MASTER_KEY',
      `${otherMasterKey}, ${masterKey}`,
      'masterKey',
      [Buffer.alloc(32, 2), Buffer.alloc(32, 1)],
    ],
    [
      'DNS_SERVERS',
      '192.0.2.53, 192.0.2.54:5353,2001:db8::53,[2001:db8::54]:5353',
      'dnsServers',
      [
        { address: '192.0.2.53', port: 53 },
        { address: '192.0.2.54', port: 5353 },
        { address: '2001:db8::53', port: 53 },
        { address: '2001:db8::54', port: 5353 },
      ],
    ],
    [
      'EGRESS_ALLOW',
      '10.0.0.0/8,fd00::/8, 10.1.2.3:8443,[fd00::/8]:443',
      'egressAllow',
      [
        { cidr: '10.0.0.0/8', port: undefined },
        { cidr: 'fd00::/8', port: undefined },
        { cidr: '10.1.2.3', port: 8443 },
        { cidr: 'fd00::/8', port: 443 },
      ],
    ],
    ['BOOTSTRAP_LIVE_KEY', liveKey, 'bootstrapLiveKey', liveKey],
    ['BOOTSTRAP_TEST_KEY', testKey, 'bootstrapTestKey', testKey],
    ['BOOTSTRAP_ORG_ID', orgId, 'bootstrapOrgId', orgId],
    ['REQUIRE_HTTPS', 'always', 'requireHttps', 'always'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1', 'trustedProxies', ['10.0.0.0/8', '::1']],
    ['RATE_LIMIT_PER_MINUTE', '0', 'rateLimitPerMinute', 0],
    ['VERIFY_RATE_LIMIT_PER_MINUTE', '1000000', 'verifyRateLimitPerMinute', 1_000_000],
    ['DATABASE_POOL_SIZE', '5', 'databasePoolSize', 5],
    ['DRAIN_SECONDS', '15', 'drainSeconds', 15],
    ['ROLE', 'worker', 'role', 'worker'],
    ['MAIL_FROM', 'a@b.example', 'mailFrom', 'a@b.example'],
    ['MAIL_FROM', 'Our Café <no-reply@b.example>', 'mailFrom', 'Our Café <no-reply@b.example>'],
    ['METRICS_PORT', '9090', 'metricsPort', 9090],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['LOG_FORMAT', 'pretty', 'logFormat', 'pretty'],
  ] as const)('reads %s=%s', (name, text, property, value) => {
    expect(readConfig({ [name]: text })[property]).toEqual(value);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.0'],
    ['PORT', '0x10'],
    ['PORT', ' 3000'],
    ['HOST', 'localhost:3000'.replace(':', ' ')],
    ['HOST', '[::1]'],
    ['BASE_URL', 'id.example.org'],
    ['SECRET_SCANNING_KEYS_URL', 'http://ghe.example/keys'],
    ['SECRET_SCANNING_KEYS_URL', 'https://me@ghe.example/keys'],
    ['SECRET_SCANNING_KEYS_URL', 'https://ghe.example/keys#1'],
    ['BASE_URL', 'ftp://id.example.org'],
    ['BASE_URL', 'https://id.example.org/path'],
    ['BASE_URL', 'https://id.example.org?'],
    ['BASE_URL', 'https://id.example.org#'],
    ['BASE_URL', 'https://user@id.example.org'],
    ['BASE_URL', 'https:\\\\id.example.org'],
    ['BASE_URL', 'https://id.example.org '],
    ['BASE_URL', 'https://id.example.org:99999'],
    ['DATABASE_URL', 'mysql://u:p@db/x'],
    ['DATABASE_URL', 'postgres://'],
    ['MIGRATION_DATABASE_URL', 'db'],
    ['DATA_DIR', 'a\0b'],
    ['MASTER_KEY', 'x'.repeat(44)],
    ['MASTER_KEY', Buffer.alloc(31).toString('base64')],
    ['MASTER_KEY', masterKey.replace('=', '')],
    ['MASTER_KEY', `${masterKey},`],
    ['MASTER_KEY', `${masterKey} ${otherMasterKey}`],
    ['DNS_SERVERS', 'dns.example'],
    ['DNS_SERVERS', '192.0.2.53:0'],
    ['DNS_SERVERS', '192.0.2.53:65536'],
    ['DNS_SERVERS', '[192.0.2.53]:53'],
    ['DNS_SERVERS', '192.0.2.53,'],
    ['EGRESS_ALLOW', '10.0.0.1/8'],
    ['EGRESS_ALLOW', '10.0.0.0/8:0'],
    ['EGRESS_ALLOW', '10.0.0.0/8:65536'],
    ['EGRESS_ALLOW', '10.0.0.0/8:'],
    ['EGRESS_ALLOW', '10.0.0.0/8:8443-8444'],
    ['EGRESS_ALLOW', 'fd00::/8:8443'],
    ['EGRESS_ALLOW', '[fd00::/8]'],
    ['EGRESS_ALLOW', '[fd00::]/8'],
    ['EGRESS_ALLOW', '[fd00::1/8]:443'],
    ['EGRESS_ALLOW', '[10.0.0.0/8]:443'],
    ['EGRESS_ALLOW', '10.0.0.0/8,'],
    ['EGRESS_ALLOW', 'hooks.example.com:443'],
    ['EGRESS_ALLOW', '*'],
    ['BOOTSTRAP_LIVE_KEY', testKey],
    ['BOOTSTRAP_TEST_KEY', `${testKey}0`],
    ['BOOTSTRAP_ORG_ID', 'org_1'],
    ['BOOTSTRAP_TEST_ORG_ID', orgId.replace('org', 'idn')],
    ['BOOTSTRAP_ORG_NAME', 'A'],
    ['BOOTSTRAP_ORG_NAME', 'A'.repeat(101)],
    ['BOOTSTRAP_ORG_NAME', 'Acme\u202e'],
    ['REQUIRE_HTTPS', 'never'],
    ['TRUSTED_PROXIES', '10.0.0.1/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,'],
    ['RATE_LIMIT_PER_MINUTE', '1000001'],
    ['RATE_LIMIT_BURST', 'many'],
    ['MAX_IDENTITIES', '0'],
    ['DATABASE_POOL_SIZE', '4'],
    ['DATABASE_POOL_SIZE', '201'],
    ['ROLE', 'API'],
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://mail/?logger=true'],
    ['SMTP_URL', 'smtp://mail?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://mail/path'],
    ['SMTP_URL', 'smtp://user:%@mail'],
    ['SMTP_URL', 'smtp://user:%FF@mail'],
    ['SMTP_URL', 'smtp://mail:99999'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'A <a@b.example>\r\nBcc: c@d.example'],
    ['MAIL_FROM', 'A\nB <a@b.example>'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['METRICS_PORT', 'x'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_FORMAT', 'text'],
  ])('refuses %s=%j in one sentence that names it', (name, text) => {
    const message = refusalOf({ [name]: text });
    expect(message).toMatch(new RegExp(`^${name} has a value that is not allowed: it must be [^\\n]+\\.$`));
  });

  test('repeats no value in a refusal', () => {
    for (const { name } of settings.filter(
      (row) =>
        ![
          'BOOTSTRAP_ORG_NAME',
          'DATA_DIR',
          'GEOIP_FILE',
          'ANONYMOUS_NETWORKS_FILE',
          'BREACHED_PASSWORDS_FILE',
        ].includes(row.name) && !row.name.startsWith('TLS_'),
    )) {
      const message = refusalOf({ [name]: 'canary canary' });
      expect(message).toContain(name);
      expect(message).not.toContain('canary');
    }
  });

  test('migrates with DATABASE_URL unless told otherwise', () => {
    const databaseUrl = 'postgres://db/x';
    expect(readConfig({ DATABASE_URL: databaseUrl }).migrationDatabaseUrl).toBe(databaseUrl);
    const owner = 'postgres://owner@db/x';
    expect(readConfig({ DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: owner })).toMatchObject({
      databaseUrl,
      migrationDatabaseUrl: owner,
    });
  });

  test('wants TLS_CERT and TLS_KEY together', () => {
    expect(readConfig({ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem' })).toMatchObject({
      tlsCert: 'a.pem',
      tlsKey: 'b.pem',
    });
    expect(refusalOf({ TLS_CERT: 'a.pem' })).toMatch(/^TLS_KEY is not set/);
    expect(refusalOf({ TLS_KEY: 'b.pem' })).toMatch(/^TLS_CERT is not set/);
  });

  test('wants everything that the device origin needs, and says what is missing', () => {
    const whole = {
      TLS_CLIENT_CA: 'ca.pem',
      DEVICE_ORIGIN: 'https://device.example.com',
      DEVICE_PORT: '8443',
      DEVICE_TLS_CERT: 'a.pem',
      DEVICE_TLS_KEY: 'b.pem',
    };
    expect(readConfig(whole)).toMatchObject({ deviceTlsCert: 'a.pem', deviceTlsKey: 'b.pem' });
    const without = (...names: string[]) =>
      Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
    expect(refusalOf(without('TLS_CLIENT_CA'))).toMatch(
      /^TLS_CLIENT_CA is not set: .* remove DEVICE_ORIGIN,/,
    );
    expect(refusalOf({ DEVICE_PORT: '8443' })).toMatch(/^TLS_CLIENT_CA is not set: .* remove DEVICE_PORT,/);
    expect(refusalOf(without('DEVICE_ORIGIN'))).toMatch(/^DEVICE_ORIGIN is not set/);
    expect(refusalOf(without('DEVICE_PORT'))).toMatch(/^DEVICE_PORT is not set/);
    expect(refusalOf(without('DEVICE_TLS_KEY'))).toMatch(/^DEVICE_TLS_KEY is not set/);
    expect(refusalOf(without('DEVICE_TLS_CERT'))).toMatch(/^DEVICE_TLS_CERT is not set/);
    const bare = without('DEVICE_TLS_CERT', 'DEVICE_TLS_KEY');
    expect(refusalOf(bare)).toMatch(/^DEVICE_TLS_CERT is not set: with TLS_CLIENT_CA/);
    expect(readConfig({ ...bare, TLS_CERT: 'c.pem', TLS_KEY: 'd.pem' })).toMatchObject({
      deviceTlsCert: 'c.pem',
      deviceTlsKey: 'd.pem',
    });
    const same = { ...whole, BASE_URL: 'https://DEVICE.example.com:443' };
    expect(refusalOf(same)).toMatch(/^DEVICE_ORIGIN equals BASE_URL/);
    expect(refusalOf({ ...whole, DEVICE_ORIGIN: 'http://device.example.com' })).toMatch(
      /^DEVICE_ORIGIN has a value that is not allowed: it must be an https origin/,
    );
    expect(refusalOf({ ...whole, DEVICE_PORT: '0' })).toMatch(/^DEVICE_PORT has a value that is not allowed/);
  });

  test.each(['smtp://mail.example', 'smtps://user:p%40ss@[::1]:4650/', 'SMTP://mail:25'])(
    'wants MAIL_FROM with SMTP_URL, such as %s',
    (smtpUrl) => {
      const mailFrom = 'a@b.example';
      expect(readConfig({ SMTP_URL: smtpUrl, MAIL_FROM: mailFrom })).toMatchObject({ smtpUrl, mailFrom });
      expect(refusalOf({ SMTP_URL: smtpUrl })).toMatch(/^MAIL_FROM is not set/);
    },
  );

  test('allows keys at least the usual limit of their own', () => {
    const most = (usual: string, own?: string) =>
      readConfig({ RATE_LIMIT_PER_MINUTE: usual, RATE_LIMIT_MAX_PER_MINUTE: own }).rateLimitMaxPerMinute;
    expect([most('0'), most('100'), most('7000'), most('100', '100'), most('0', '1')]).toEqual([
      6000, 6000, 7000, 100, 1,
    ]);
    expect(refusalOf({ RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_MAX_PER_MINUTE: '99' })).toMatch(
      /^RATE_LIMIT_MAX_PER_MINUTE is less than RATE_LIMIT_PER_MINUTE: set it to/,
    );
  });

  test('wants two different tenants', () => {
    expect(refusalOf({ BOOTSTRAP_ORG_ID: orgId, BOOTSTRAP_TEST_ORG_ID: orgId })).toMatch(
      /^BOOTSTRAP_TEST_ORG_ID equals/,
    );
  });
});

describe('settings', () => {
  test('has a sentence for every variable, each once', () => {
    expect(new Set(settings.map((row) => row.name)).size).toBe(settings.length);
    for (const row of settings) expect(row.sentence).toMatch(/^[A-Z].*\.$/);
  });

  test('shows a default that its own kind accepts', () => {
    for (const row of settings)
      if (row.fallback !== undefined) expect(row.kind.read(row.fallback)).toBeDefined();
  });
});

describe('misspeltSettings', () => {
  test.each([
    ['RATE_LIMIT_PER_MINUT', 'RATE_LIMIT_PER_MINUTE'],
    ['RATE_LIMTI_BURST', 'RATE_LIMIT_BURST'],
    ['MASTERKEY', 'MASTER_KEY'],
    ['database_url', 'DATABASE_URL'],
    ['TLS_CRT', 'TLS_CERT'],
    ['Port', 'PORT'],
  ])('says which setting %s is meant to be', (given, meant) => {
    expect(misspeltSettings({ [given]: 'a secret', PORT: '1' })).toEqual([
      `${given} is not a setting and has no effect. Did you mean ${meant}?`,
    ]);
  });

  test('leaves variables of other programs alone', () => {
    const env = [
      'HOME',
      'HOSTNAME',
      'POST',
      'PWD',
      'DATABASE_NAME',
      'TERM',
      'SHLVL',
      'MAIL',
      'NODE_ENV',
      'TMPDIR',
    ];
    expect(misspeltSettings(Object.fromEntries(env.map((name) => [name, 'x'])))).toEqual([]);
  });
});
