import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { describe as describeKinds } from '../../scripts/client-terraform.ts';
import { readContract } from '../../scripts/contract.ts';
import { aCountingFront } from '../support/counting-front.ts';
import { blocksOf } from '../support/blocks.ts';
import { aPublishedProvider } from '../support/connections.ts';
import { go } from '../support/go.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test, type TestService } from '../support/service.ts';
import {
  aFolder,
  buildTofu,
  cpuOf,
  resource,
  run as runProgram,
  source,
  type Tofu,
  unzipped,
} from '../support/tofu.ts';
import type { OperationId } from '../../src/operation.ts';

// OpenTofu runs the provider of clients/terraform against a service of the tests, without a registry.
const lacking = lacks(programOf('go'), 'the OpenTofu provider needs Go (Debian: apt install golang-go)');
const minutes = (count: number) => ({ timeout: count * 60_000 });
/** The names of the resources, which the library of Go tests one after the other. */
const resources = describeKinds(readContract()).map((kind) => kind.name);
let tofu: Tofu;

describe.skipIf(lacking)('the OpenTofu provider', () => {
  beforeAll(async () => {
    tofu = await buildTofu();
  }, 11 * 60_000);
  afterAll(() => rmSync(tofu.work, { recursive: true, force: true }));

  test('passes its own tests, and go vet', minutes(10), async () => {
    await go(source, {}, 'vet', './...');
    await go(source, { TF_ACC: '' }, 'test', './...');
  });

  /** Runs tests of the library against a service. @param pattern the names of the tests */
  async function passes(pattern: string, { origin, ours }: TestService): Promise<void> {
    const env = {
      ...process.env,
      // The library tells OpenTofu where the provider is. The settings of the machine say nothing.
      TF_CLI_CONFIG_FILE: join(tofu.work, 'empty.rc'),
      TF_ACC: '1',
      TF_ACC_TERRAFORM_PATH: tofu.program,
      TF_ACC_PROVIDER_HOST: 'keyward.example',
      TF_ACC_PROVIDER_NAMESPACE: 'keyward',
      KEYWARD_URL: origin,
      KEYWARD_API_KEY: ours.key ?? '',
      KEYWARD_TEST_ISSUER: (await aPublishedProvider()).issuer,
    };
    const program = join(tofu.work, 'acceptance');
    const { code, text } = await runProgram(program, ['-test.run', pattern, '-test.v'], tofu.work, env);
    expect(code, text).toBe(0);
    expect(text).toContain('--- PASS');
  }

  test.for(resources)(
    'creates, changes, refuses, corrects, imports and deletes a resource, and then plans nothing: %s',
    minutes(10),
    (name, { service }) => passes(`^TestKinds$/^${name}$`, service),
  );

  test('hands on each secret of the service in the run that makes it', minutes(5), ({ service }) =>
    passes('^TestASecretIsHandedOnInTheRunThatMakesIt$', service),
  );

  test('explains mistakes of a configuration', minutes(5), ({ service }) =>
    passes('^TestMistakesAreExplained$', service),
  );

  test(
    'hands a secret that the service made to another resource, and leaves no secret in a state, a plan or a log',
    minutes(3),
    async ({ service }) => {
      const given = 'a-secret-of-the-configuration-0123456789';
      const identity = await service.ours.call('createIdentity', {
        body: { name: 'OpenTofu', type: 'CI_CD' },
      });
      const { folder, tofu: run } = aFolder(tofu, service, {
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
          resource('scim_token', 'it', { name: 'Okta', token_version: 1 }),
          'ephemeral "keyward_scim_token_secret" "it" {\n  id = keyward_scim_token.it.id\n}\n',
          resource('social_provider', 'scim', {
            provider_kind: 'github',
            name: 'Another GitHub',
            client_id: 'def',
            client_secret: '=ephemeral.keyward_scim_token_secret.it.token',
            client_secret_version: 1,
          }),
          `ephemeral "keyward_credential" "short" {\n  identity_id = "${identity.body.id}"\n  duration    = "10m"\n  scopes      = ["groups.read", "groups.write"]\n}\n`,
          'provider "keyward" {\n  alias   = "short"\n  api_key = ephemeral.keyward_credential.short.credential\n}\n',
          resource('group', 'it', { provider: '=keyward.short', name: 'Made by a key of the run' }),
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
      expect(body.data.map((one: { clientSecretSet: boolean }) => one.clientSecretSet)).toEqual([
        true,
        true,
        true,
      ]);
      // The first plan, the apply and the second plan made one each, and none is left. The group was made with one of them.
      const passed = await service.ours.call('listCredentials', { query: { identityId: identity.body.id } });
      expect(passed.body.data.map((one: { status: string }) => one.status)).toEqual([
        'REVOKED',
        'REVOKED',
        'REVOKED',
      ]);
      const groups = await service.ours.call('listGroups', { query: { search: 'Made by a key of the run' } });
      expect(groups.body.data).toMatchObject([
        { createdBy: expect.toBeOneOf(passed.body.data.map((one: { id: string }) => one.id)) },
      ]);

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
        expect(text).not.toMatch(
          /whsec_[A-Za-z0-9+/]{43}=|scim_[0-9A-Za-z]{49}|kd_(jit|live)_[0-9A-Za-z]{40}/,
        );
        expect(text).not.toContain(service.ours.key);
      }
    },
  );

  test('gives a store the secret of a token that is made again', minutes(3), async ({ service }) => {
    const lifecycle =
      /^ {2}lifecycle \{[^]*?^ {2}\}$/m.exec(blocksOf('docs/terraform.md')('hcl', 'resource "vault'))?.[0] ??
      '';
    const { tofu: run } = aFolder(tofu, service, {
      'main.tf': [
        resource('scim_token', 'it', { name: 'Okta', token_version: 1 }),
        'ephemeral "keyward_scim_token_secret" "it" {\n  id = keyward_scim_token.it.id\n}\n',
        // It stands for the store, because the service refuses it without a secret.
        resource('social_provider', 'store', {
          provider_kind: 'github',
          name: 'Store',
          client_id: 'store',
          client_secret: '=ephemeral.keyward_scim_token_secret.it.token',
          client_secret_version: '=keyward_scim_token.it.token_version',
        }).replace(/\}\n$/, `${lifecycle.replace('keyward_webhook.audit', 'keyward_scim_token.it')}\n}\n`),
      ].join('\n'),
    });
    const first = await run({}, 'apply', '-auto-approve');
    expect(first.text).toContain('2 added, 0 changed, 0 destroyed');
    const again = await run({}, 'plan', '-detailed-exitcode');
    expect(again.code, again.text).toBe(0);
    const { body } = await service.ours.call('listScimTokens');
    await service.ours.call('revokeScimToken', { path: { tokenId: body.data[0].id } });
    const second = await run({}, 'apply', '-auto-approve');
    expect(second.text).toContain('2 added, 0 changed, 1 destroyed');
  });

  test('applies the example, plans nothing after it, and destroys it', minutes(3), async ({ service }) => {
    const { tofu: run } = aFolder(tofu, service, {
      'provider.tf': '',
      'main.tf': readFileSync('examples/terraform/main.tf', 'utf8'),
    });
    const applied = await run({}, 'apply', '-auto-approve');
    expect(applied.code, applied.text).toBe(0);
    const again = await run({}, 'plan', '-detailed-exitcode');
    expect(again.code, again.text).toBe(0);
    const destroyed = await run({}, 'destroy', '-auto-approve');
    expect(destroyed.code, destroyed.text).toBe(0);
    expect(destroyed.text).toContain('The settings stay as they are');
  });

  test('does what each block of docs/terraform.md says', minutes(3), async ({ service }) => {
    const shown = blocksOf('docs/terraform.md');
    const block = (part: string) => shown('hcl', part);
    const make = async (name: string) =>
      (await service.ours.call('createIdentity', { body: { name, type: 'CI_CD' } })).body;
    const owner = await make('Owner of short keys');
    await make('deployer');
    const variables = {
      TF_VAR_google_secret: 'a secret of Google',
      TF_VAR_identity_id: String(owner.id),
    };
    const { write, tofu: run } = aFolder(tofu, service, {
      'provider.tf': '',
      'main.tf': block('terraform {'),
    });
    const does = async (...words: string[]) => {
      const { code, text } = await run(variables, ...words);
      expect(code, text).toBe(0);
      return text;
    };
    expect(await does('apply', '-auto-approve')).toContain('1 added, 0 changed, 0 destroyed');
    // The secret store is of another provider.
    const webhook = block('resource "keyward_webhook"').replace(/^resource "vault[^]*?^\}\n/m, '');
    const secrets = [block('variable "google_secret"'), webhook, block('variable "identity_id"')];
    write('secrets.tf', secrets.join('\n'));
    expect(await does('apply', '-auto-approve')).toContain('3 added, 0 changed, 0 destroyed');
    write('existing.tf', [block('data "keyward_group"'), block('import {')].join('\n'));
    await does(...shown('sh', 'tofu plan -generate').trim().split(' ').slice(1));
    expect(await does('apply', '-auto-approve')).toContain('1 imported, 0 added, 0 changed, 0 destroyed');
    await does('destroy', '-auto-approve');
  });

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
        oidc_resource: await make('createOidcResource', {
          name: 'Project tools',
          identifier: 'https://mcp.example.com',
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
        oidc_connection: await make('createOidcConnection', {
          name: 'Partner of OpenID Connect',
          issuer: (await aPublishedProvider()).issuer,
          clientId: 'of-an-import',
          clientSecret: 'secret',
        }),
        alert_rule: await make('createAlertRule', { name: 'Alarms', events: ['anomaly.detected'] }),
        scim_token: await make('createScimToken', { name: 'Entra' }),
        branding: 'branding',
        password_policy: 'password_policy',
        totp_config: 'totp_config',
        webauthn_config: 'webauthn_config',
        magic_link_config: 'magic_link_config',
        registration_config: 'registration_config',
        attribute_schema: 'attribute_schema',
        mail_template: 'INVITATION/en',
      };
      expect(Object.keys(made).toSorted()).toEqual(resources.toSorted());
      const { tofu: run } = aFolder(tofu, service, {
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

  test('plans 500 resources in ten seconds, with few requests', minutes(5), async ({ service }) => {
    // A mix, because each kind has its own list, and the largest schema costs the most.
    const many = {
      identity: { type: 'CI_CD' },
      group: {},
      policy: { type: 'CREDENTIAL_LIFETIME', mode: 'DISABLED', parameters: '={ max_ttl_seconds = 3600 }' },
      oidc_client: { redirect_uris: ['https://shop.example.com/callback'] },
    };
    const { write, tofu: run } = aFolder(tofu, service, {
      'main.tf': Object.entries(many)
        .map(([kind, lines]) => resource(kind, 'it', { count: 125, name: 'Number ${count.index}', ...lines }))
        .join('\n'),
    });
    const applied = await run({}, 'apply', '-auto-approve', '-parallelism=20');
    expect(applied.text).toContain('500 added');
    const front = await aCountingFront(service.origin);
    write('provider.auto.tf', `provider "keyward" {\n  url = "${front.origin}"\n}\n`);
    const planned = await run({}, 'plan', '-detailed-exitcode');
    expect(planned.code, planned.text).toBe(0);
    // A key has 100 requests a minute, and each object read by itself would be 500.
    expect(front.count()).toBeLessThan(40);
    // The time of a busy machine says nothing, so this counts the CPU of OpenTofu and of the provider.
    const seconds = cpuOf(planned.text);
    console.log(`500 resources: ${seconds} s of CPU, ${planned.seconds} s, ${front.count()} requests`);
    expect(seconds).toBeLessThan(10);
  });
});
