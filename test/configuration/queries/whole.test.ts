import fc from 'fast-check';
import { describe, expect, onTestFinished } from 'vitest';
import { aCredential } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { applied, exported, planned, type Sent, tryApply } from '../../support/configuration.ts';
import { type KindExample, kindExamples } from '../../support/configured-kinds.ts';
import { startReceiver } from '../../support/receiver.ts';
import { idpKey, idpMetadataOf } from '../../support/saml-connections.ts';
import { test } from '../../support/service.ts';
import { routingKey } from '../../support/alert-channels.ts';

const examples = await kindExamples();

/** Draws an object of a kind: some of its changes, made. The objects that it needs come with it. */
const objectsOf = ({ kind, key, needs = [], spec, changes }: KindExample): fc.Arbitrary<Sent[]> =>
  fc
    .subarray(changes)
    .map((drawn) => [...needs, { kind, key, spec: Object.assign({}, spec, ...drawn) as Sent['spec'] }]);

const configuration = fc
  .subarray(examples)
  .chain((drawn) => fc.tuple(...drawn.map(objectsOf)))
  .map((lists) => [...new Map(lists.flat().map((one) => [`${one.kind}/${one.key}`, one])).values()]);

const names = fc.array(fc.constantFrom('Deploy', 'deploy', 'Über-Bot', 'a.b', '!!', 'Reports (EU)'), {
  maxLength: 6,
});

/** Puts secrets where an export leaves them out, because it never shows one. */
const withSecrets = (objects: readonly Sent[]): Sent[] =>
  objects.map(({ kind, key, spec }) => {
    if (kind === 'socialProvider' || kind === 'oidcConnection')
      return { kind, key, spec: { ...spec, clientSecret: 'a secret' } };
    const { channels } = spec;
    if (kind !== 'alertRule' || !Array.isArray(channels)) return { kind, key, spec };
    return {
      kind,
      key,
      spec: { ...spec, channels: channels.map((one: object) => ({ ...one, routingKey })) },
    };
  });

async function identitiesNamed(client: Client, drawn: readonly string[]): Promise<void> {
  for (const name of drawn)
    await client.call('createIdentity', { body: { name: `${name} x`, type: 'CI_CD' } });
}

describe('a configuration', () => {
  test('is the same byte for byte after its export was applied to another organization', async ({
    service,
  }) => {
    const check = fc.asyncProperty(configuration, names, async (objects, drawn) => {
      const { ours, theirs } = await service.addPair();
      await identitiesNamed(ours, drawn);
      await applied(ours, objects);
      const first = await exported(ours);
      await applied(theirs, withSecrets(first));
      const second = await exported(theirs, { limit: 7 });
      // Each organization has its own name, which is that of its pages until it says another.
      expect(JSON.stringify(second)).toBe(JSON.stringify(first));
      expect((await planned(theirs, withSecrets(second))).changes).toEqual([]);
    });
    await fc.assert(check, { numRuns: 12, endOnFailure: true });
  });

  test('is never mixed with another one that is applied at the same time', async ({ service }) => {
    const { ours } = await service.addPair();
    const node = await service.startNode();
    // One caller, because a fingerprint belongs to its caller. Each node lets one apply of an organization in at a time.
    const { secret } = await aCredential(ours, { scopes: ['*'] });
    const callers = [service.origin, node.origin].map((origin) => createClient(origin, secret, ours.orgId));
    const sets = ['Left', 'Right'].map((name) =>
      Array.from({ length: 12 }, (_, n) => ({
        kind: 'identity',
        key: `one-${n}`,
        spec: { name: `${name} ${n}`, type: 'CI_CD' },
      })),
    );
    const plans = await Promise.all(sets.map((objects) => planned(callers[0] as Client, objects)));
    const answers = await Promise.all(
      callers.map((caller, n) =>
        caller.call('applyConfiguration', {
          body: { objects: sets[n], fingerprint: plans[n]?.fingerprint },
        }),
      ),
    );
    await node.stop();
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? 'Left' : 'Right';
    const found = (await exported(ours, { kind: 'identity' })).filter(({ key }) => key.startsWith('one-'));
    expect(found.map(({ spec }) => spec['name'])).toEqual(
      found.map(({ key }) => `${winner} ${key.slice(4)}`),
    );
    expect(found).toHaveLength(12);
  });

  test('with many parts that are made before the transaction runs it twice, and not once for each part', async ({
    service,
  }) => {
    const { ours } = await service.addPair();
    const { certificate } = await idpKey();
    const objects: Sent[] = [];
    for (let n = 0; n < 8; n++) {
      const entityId = `https://login-${n}.acme.invalid/saml`;
      const metadataXml = await idpMetadataOf({ entityId, certificates: [certificate] });
      objects.push({ kind: 'samlConnection', key: `acme-${n}`, spec: { name: `Acme ${n}`, metadataXml } });
    }
    const { counts } = await applied(ours, objects);
    expect(counts).toMatchObject({ create: 8, refused: 0 });
    expect((await planned(ours, objects)).changes).toEqual([]);
  });

  test('with more parts than a request may have made first is refused, and says how many', async ({
    service,
  }) => {
    const { ours } = await service.addPair();
    const { certificate } = await idpKey();
    const objects: Sent[] = [];
    for (let n = 0; n < 21; n++) {
      const entityId = `https://login-${n}.acme.invalid/saml`;
      const metadataXml = await idpMetadataOf({ entityId, certificates: [certificate] });
      objects.push({ kind: 'samlConnection', key: `acme-${n}`, spec: { name: `Acme ${n}`, metadataXml } });
    }
    const { status, body } = await ours.call('planConfiguration', { body: { objects } });
    expect([status, body.code, body.details.reason]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      expect.stringContaining('a request may have 20'),
    ]);
  });

  test('that names addresses is planned without a call of them', async ({ service }) => {
    const { ours } = await service.addPair();
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    onTestFinished(() => receiver.close());
    const metadataUrl = receiver.url;
    const objects = [{ kind: 'samlConnection', key: 'acme', spec: { name: 'Acme', metadataUrl } }];
    expect((await planned(ours, objects)).changes).toMatchObject([{ action: 'CREATE', refusal: null }]);
    expect(receiver.received).toEqual([]);
    const { status } = await tryApply(ours, objects);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(receiver.received.length).toBeGreaterThan(0);
  });

  test('is applied as a whole or not at all', async ({ service }) => {
    const { ours } = await service.addPair();
    const before = await exported(ours);
    const objects = [
      { kind: 'identity', key: 'good', spec: { name: 'Good', type: 'CI_CD' } },
      {
        kind: 'identity',
        key: 'late',
        spec: { name: 'Late', type: 'CI_CD', expiresAt: '2020-01-01T00:00:00Z' },
      },
    ];
    const { changes } = await planned(ours, objects);
    expect(changes.map(({ key, refusal }) => [key, refusal?.details])).toEqual([
      ['good', undefined],
      ['late', { '/objects/1/spec/expiresAt': expect.stringContaining('future') }],
    ]);
    const { status, body } = await tryApply(ours, objects);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await exported(ours)).toEqual(before);
  });
});
