import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, anIdentity } from '../../support/builders.ts';
import { aPolicy, withoutPolicies } from '../../support/policies.ts';
import { test } from '../../support/service.ts';

// security.md 7: "A selector is a bound". Policies select by the type, the tags and the id of an identity; only tags change.

const rights = ['identities.*', 'credentials.*'];
const names = ['prod', 'eu', 'other'];

describe('updateIdentity', () => {
  test('needs policies.write for tags without which an enforced policy is about the identity no longer', async ({
    service,
  }) => {
    const { ours } = service;
    await aPolicy(ours, { type: 'OWNER_REQUIRED', selector: { tags: ['prod', 'eu'] } });
    await aPolicy(ours, { type: 'OWNER_REQUIRED', selector: { tags: ['watched'] }, mode: 'REPORT_ONLY' });
    const path = { id: await anIdentity(ours, { tags: ['prod', 'watched'] }) };
    const { caller } = await aCallerWith(service, ['identities.write']);
    for (const tags of [[], ['watched'], ['other']]) {
      const { status, body } = await caller.call('updateIdentity', { path, body: { tags, name: 'renamed' } });
      expect([status, body.code, body.details]).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
        { required: ['policies.write'] },
      ]);
    }
    // The first policy still selects the identity by another tag. A policy that only reports rejects no change.
    for (const tags of [['prod', 'eu'], ['eu']])
      expect((await caller.call('updateIdentity', { path, body: { tags } })).status).toBe(200);
    const able = await aCallerWith(service, ['identities.write', 'policies.write']);
    expect((await able.caller.call('updateIdentity', { path, body: { tags: [] } })).status).toBe(200);
    await withoutPolicies(ours);
  });
});

describe('any sequence of calls without policies.write', () => {
  const tags = fc.subarray(names);
  const policy = fc.record({
    // Never of the bootstrap identity, whose key makes the policies and the attempts.
    selector: fc.record({
      tags,
      identityTypes: fc.constantFrom(['CI_CD'], ['AI_AGENT', 'CI_CD'], ['AI_AGENT']),
    }),
    kind: fc.constantFrom(
      { type: 'CREDENTIAL_LIFETIME', parameters: { maxTtlSeconds: 3600 } },
      { type: 'SCOPE_RESTRICTION', parameters: { deniedScopes: ['deploy.execute'] } },
    ),
  });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ op: fc.constant('tag' as const), tags }) },
    fc.record({ op: fc.constantFrom('rename' as const, 'suspend' as const, 'reactivate' as const) }),
    fc.record({ op: fc.constant('ceiling' as const), allowedScopes: fc.constantFrom(null, ['*']) }),
    fc.record({ op: fc.constant('widen' as const) }),
  );

  test('leaves every denial where it is', async ({ service }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, rights);
    const sequences = fc.record({
      tags,
      policies: fc.array(policy, { minLength: 1, maxLength: 2 }),
      steps: fc.array(step, { minLength: 1, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const identityId = await anIdentity(ours, { tags: sequence.tags });
        const { id } = await aCredential(ours, { identityId });
        for (const { selector, kind } of sequence.policies) await aPolicy(ours, { selector, ...kind });
        const path = { id: identityId };
        // Attempts of a key that may do everything: what refuses them is a policy, or the state of the identity.
        const attempts = [
          () => ours.call('createCredential', { body: { identityId, name: 'for ever' } }),
          () =>
            ours.call('createJitCredential', {
              body: { identityId, duration: '5m', scopes: ['deploy.execute'] },
            }),
        ];
        const before = await Promise.all(attempts.map(async (attempt) => (await attempt()).status));
        for (const { op, ...fields } of sequence.steps) {
          if (op === 'suspend' || op === 'reactivate')
            await caller.call(op === 'suspend' ? 'suspendIdentity' : 'reactivateIdentity', { path });
          else if (op === 'widen')
            await caller.call('updateCredential', { path: { id }, body: { scopes: ['a.b'] } });
          else
            await caller.call('updateIdentity', {
              path,
              body: op === 'rename' ? { name: 'renamed' } : fields,
            });
          for (const [at, attempt] of attempts.entries())
            if (before[at] === 403) expect((await attempt()).status).not.toBe(201);
        }
        await withoutPolicies(ours);
      }),
      { numRuns: 8 },
    );
  });
});
