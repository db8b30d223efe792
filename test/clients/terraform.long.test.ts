import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { describe as describeKinds } from '../../scripts/client-terraform.ts';
import { readContract } from '../../scripts/contract.ts';
import { aPublishedProvider } from '../support/connections.ts';
import { go } from '../support/go.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test, type TestService } from '../support/service.ts';
import type { OperationId } from '../../src/operation.ts';

// OpenTofu runs the provider of clients/terraform against a service of the tests, without a registry.
const lacking = lacks(programOf('go'), 'the OpenTofu provider needs Go (Debian: apt install golang-go)');
const source = 'clients/terraform';
const address = 'keyward.example/keyward/keyward';
const minutes = (count: number) => ({ timeout: count * 60_000 });
/** The names of the resources, which the library of Go tests one after the other. */
const resources = describeKinds(readContract()).map((kind) => kind.name);
let work = '';
let tofu = '';

interface Outcome {
  code: number;
  text: string;
  seconds: number;
}
const run = (
  command: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const started = performance.now();
    execFile(command, words, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr, seconds });
    });
  });

/** A folder with a configuration, as one run of a pipeline has it. */
function aFolder(service: Pick<TestService, 'origin' | 'ours'>, files: Record<string, string>) {
  const folder = mkdtempSync(join(work, 'folder-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'provider.tf',
    `terraform {\n  required_providers {\n    keyward = {\n      source = "${address}"\n    }\n  }\n}\n`,
  );
  for (const [name, text] of Object.entries(files)) write(name, text);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: work,
    TF_CLI_CONFIG_FILE: join(work, 'tofu.rc'),
    KEYWARD_URL: service.origin,
    KEYWARD_API_KEY: service.ours.key ?? '',
    CHECKPOINT_DISABLE: '1',
    TF_CLI_ARGS: '-no-color',
  };
  return {
    folder,
    write,
    /** Runs OpenTofu. @param more settings of the environment for this run */
    tofu: (more: Record<string, string>, ...words: string[]) =>
      run('bash', ['-c', '"$@"; code=$?; times >&2; exit $code', 'timed', tofu, ...words], folder, {
        ...env,
        ...more,
      }),
  };
}

/** The seconds of CPU of a run and of the processes that it started, by the last line of `times`. */
function cpuOf(text: string): number {
  const [, line = ''] = /\n(\d+m[\d.]+s \d+m[\d.]+s)\n*$/.exec(text) ?? [];
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minute, second]) => sum + Number(minute) * 60 + Number(second),
    0,
  );
}

/** The content of a ZIP archive, which a plan file is. */
function unzipped(file: Buffer): string {
  const parts: string[] = [];
  // The central directory knows the sizes of all entries.
  for (
    let at = file.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0;
    at = file.indexOf('PK\x01\x02', at + 4, 'latin1')
  ) {
    const size = file.readUInt32LE(at + 20);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = file.subarray(start, start + size);
    parts.push((file.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString('latin1'));
  }
  return parts.join('\n');
}

const resource = (kind: string, name: string, lines: Record<string, unknown>) =>
  `resource "keyward_${kind}" "${name}" {\n${Object.entries(lines)
    .map(
      ([key, value]) =>
        `  ${key} = ${typeof value === 'string' && value.startsWith('=') ? value.slice(1) : JSON.stringify(value)}\n`,
    )
    .join('')}}\n`;

describe.skipIf(lacking)('the OpenTofu provider', () => {
  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'keyward-tofu-'));
    const built = await run('scripts/environment/tofu.sh', [], '.', process.env);
    expect(built.code, built.text).toBe(0);
    tofu = built.text.trim().split('\n').at(-1) ?? '';
    await go(source, {}, 'build', '-o', join(work, 'terraform-provider-keyward'), '.');
    await go(source, {}, 'test', '-c', '-o', join(work, 'acceptance'), './internal/provider');
    writeFileSync(join(work, 'empty.rc'), '');
    writeFileSync(
      join(work, 'tofu.rc'),
      `provider_installation {\n  dev_overrides {\n    "${address}" = "${work}"\n  }\n  direct {}\n}\n`,
    );
  }, 11 * 60_000);
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test.for([...resources, 'TestASecretIsHandedOnInTheRunThatMakesIt'])(
    'creates, changes, corrects, imports and deletes a resource, and then plans nothing: %s',
    minutes(10),
    async (name, { service }) => {
      const env = {
        ...process.env,
        // The library tells OpenTofu where the provider is. The settings of the machine say nothing.
        TF_CLI_CONFIG_FILE: join(work, 'empty.rc'),
        TF_ACC: '1',
        TF_ACC_TERRAFORM_PATH: tofu,
        TF_ACC_PROVIDER_HOST: 'keyward.example',
        TF_ACC_PROVIDER_NAMESPACE: 'keyward',
        KEYWARD_URL: service.origin,
        KEYWARD_API_KEY: service.ours.key ?? '',
        KEYWARD_TEST_ISSUER: (await aPublishedProvider()).issuer,
      };
      const pattern = name.startsWith('Test') ? name : `^TestKinds$/^${name}$`;
      const { code, text } = await run(
        join(work, 'acceptance'),
        ['-test.run', pattern, '-test.v'],
        work,
        env,
      );
      expect(code, text).toBe(0);
      expect(text).toContain('--- PASS');
    },
  );

  test(
    'hands a secret that the service made to another resource, and leaves no secret in a state, a plan or a log',
    minutes(3),
    async ({ service }) => {
      const given = 'a-secret-of-the-configuration-0123456789';
      const { folder, tofu: run } = aFolder(service, {
        'main.tf': [
          resource('webhook', 'it', {
            name: 'Hook',
            url: 'https://hooks.example.com/keyward',
            events: ['identity.created'],
            signing_secret_version: 1,
          }),
          resource('oidc_client', 'it', {
            name: 'Shop',
            redirect_uris: ['https://shop.example.com/callback'],
          }),
          resource('social_provider', 'given', {
            provider_kind: 'github',
            name: 'GitHub',
            client_id: 'abc',
            client_secret: '=var.given',
            client_secret_version: 1,
          }),
          resource('alert_rule', 'it', {
            name: 'Alarms',
            events: ['anomaly.detected'],
            channels: '=[{ type = "PAGERDUTY", routing_key = var.routing, routing_key_version = 1 }]',
          }),
          'variable "given" {\n  type      = string\n  ephemeral = true\n}\n',
          'variable "routing" {\n  type      = string\n  ephemeral = true\n}\n',
          'ephemeral "keyward_oidc_client_secret" "it" {\n  id = keyward_oidc_client.it.id\n}\n',
          resource('social_provider', 'made', {
            provider_kind: 'gitlab',
            name: 'GitLab',
            client_id: 'abc',
            client_secret: '=ephemeral.keyward_oidc_client_secret.it.client_secret',
            client_secret_version: 1,
          }),
        ].join('\n'),
      });
      const variables = { TF_VAR_given: given, TF_VAR_routing: 'abcdefghijklmnopqrstuvwxyz012345' };
      const logged = { ...variables, TF_LOG: 'TRACE' };
      const steps = [
        await run(logged, 'plan', '-out=first.plan'),
        await run(logged, 'apply', 'first.plan'),
        await run(variables, 'show', '-json', 'first.plan'),
        await run(variables, 'show', '-json'),
        await run(logged, 'plan', '-out=second.plan', '-detailed-exitcode'),
      ];
      expect(
        steps.map(({ code }) => code),
        steps.map(({ text }) => text.slice(-2000)).join('\n'),
      ).toEqual([0, 0, 0, 0, 0]);
      const { body } = await service.ours.call('listSocialProviders');
      expect(body.data.map((one: { clientSecretSet: boolean }) => one.clientSecretSet)).toEqual([true, true]);

      const files = readdirSync(folder, { withFileTypes: true })
        .filter((one) => one.isFile())
        .map(({ name }) => readFileSync(join(folder, name)));
      const places = [
        ...steps.map(({ text }) => text),
        ...files.filter((file) => file.subarray(0, 2).toString() === 'PK').map(unzipped),
        readFileSync(join(folder, 'terraform.tfstate'), 'utf8'),
      ];
      expect(places).toHaveLength(8);
      for (const text of places) {
        expect(text).not.toContain(given);
        expect(text).not.toContain('abcdefghijklmnopqrstuvwxyz012345');
        expect(text).not.toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
        expect(text).not.toContain(service.ours.key);
      }
    },
  );

  test(
    'writes a configuration for what exists, and plans nothing for it',
    minutes(3),
    async ({ service }) => {
      const make = async (operation: OperationId, body: object): Promise<string> => {
        const answer = await service.ours.call(operation, { body });
        expect(answer.status, JSON.stringify(answer.body)).toBe(201);
        return String(answer.body.id ?? answer.body.clientId);
      };
      const made = {
        identity: await make('createIdentity', { name: 'deployer', type: 'CI_CD', tags: ['payments'] }),
        group: await make('createGroup', { name: 'Admins' }),
        policy: await make('createPolicy', {
          name: 'Lives',
          type: 'CREDENTIAL_LIFETIME',
          parameters: { maxTtlSeconds: 3600 },
        }),
        access_policy: await make('createAccessPolicy', {
          name: 'Block',
          priority: 3,
          decision: 'BLOCK',
          conditions: { countries: ['KP'] },
        }),
        named_location: await make('createNamedLocation', {
          name: 'Office',
          type: 'IP',
          ipRanges: ['192.0.2.0/24'],
        }),
        oidc_scope: await make('createOidcScope', { name: 'projects.read' }),
        oidc_client: await make('createOidcClient', {
          name: 'Shop',
          redirectUris: ['https://shop.example.com/callback'],
        }),
        service_provider: await make('createServiceProvider', {
          name: 'Wiki',
          entityId: 'https://wiki.example.com/saml',
          acsUrl: 'https://wiki.example.com/acs',
        }),
        webhook: await make('createWebhook', {
          name: 'Hook',
          url: 'https://hooks.example.com/keyward',
          events: ['*'],
        }),
        saml_connection: await make('createSamlConnection', { name: 'Partner', isDraft: true }),
        social_provider: await make('createSocialProvider', {
          provider: 'github',
          name: 'GitHub',
          clientId: 'of-an-import',
          clientSecret: 'secret',
        }),
        alert_rule: await make('createAlertRule', { name: 'Alarms', events: ['anomaly.detected'] }),
        branding: 'branding',
        password_policy: 'password_policy',
        totp_config: 'totp_config',
        webauthn_config: 'webauthn_config',
        magic_link_config: 'magic_link_config',
        registration_config: 'registration_config',
        attribute_schema: 'attribute_schema',
        mail_template: 'INVITATION/en',
      };
      const { tofu: run } = aFolder(service, {
        'imports.tf': Object.entries(made)
          .map(([kind, id]) => `import {\n  to = keyward_${kind}.it\n  id = "${id}"\n}\n`)
          .join(''),
      });
      const generated = await run({}, 'plan', '-generate-config-out=generated.tf');
      expect(generated.code, generated.text).toBe(0);
      const applied = await run({}, 'apply', '-auto-approve');
      expect(applied.text).toContain(`${Object.keys(made).length} imported, 0 added, 0 changed, 0 destroyed`);
      const again = await run({}, 'plan', '-detailed-exitcode');
      expect(again.code, again.text).toBe(0);
    },
  );

  test(
    'plans 500 resources in ten seconds, within the usual rate limit of a key',
    minutes(5),
    async ({ service }) => {
      const { write, tofu: run } = aFolder(service, {
        'main.tf': `resource "keyward_identity" "it" {\n  count = 500\n  name  = "machine \${count.index}"\n  type  = "CI_CD"\n}\n`,
      });
      const applied = await run({}, 'apply', '-auto-approve', '-parallelism=20');
      expect(applied.text).toContain('500 added');
      const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100' });
      onTestFinished(() => node.stop());
      write('provider.auto.tf', `provider "keyward" {\n  url = "${node.origin}"\n}\n`);
      // The time of a busy machine says nothing, so this counts the CPU of OpenTofu and of the provider.
      const planned = await run({}, 'plan', '-detailed-exitcode');
      expect(planned.code, planned.text).toBe(0);
      const seconds = cpuOf(planned.text);
      console.log(`500 resources: ${seconds} s of CPU, ${planned.seconds} s`);
      expect(seconds).toBeLessThan(10);
    },
  );
});
