import { describe, expect } from 'vitest';
import { accessTest as test, allAccessPolicyIds, anAccessPolicy } from '../../support/access.ts';
import { aCallerWith } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';

// A key of ten minutes may make conditional access stricter, and not weaker (docs/decisions/0093). The first policy that applies decides.

/** The policies name a user who does not exist, so they judge no test. */
const conditions = { users: { include: ['usr_none'] } };
const block = { decision: 'BLOCK', conditions, priority: 500 } as const;
const require = { decision: 'REQUIRE', requirements: ['MFA'], conditions, priority: 500 } as const;
const allow = { decision: 'ALLOW', conditions, priority: 500 } as const;

const update = (id: string, body: Record<string, unknown>) => (caller: Client) =>
  caller.call('updateAccessPolicy', { path: { id }, body });
const create = (body: Record<string, unknown>) => (caller: Client) =>
  caller.call('createAccessPolicy', { body: { name: 'drafted', status: 'ENABLED', ...body } });
const reverse = async (ours: Client) => {
  const policyIds = (await allAccessPolicyIds(ours)).toReversed();
  return (caller: Client) => caller.call('putAccessPolicyOrder', { body: { policyIds } });
};
const remove = (id: string) => (caller: Client) => caller.call('deleteAccessPolicy', { path: { id } });

type Act = (ours: Client) => Promise<(caller: Client) => ReturnType<Client['call']>>;

const weaker: [name: string, act: Act][] = [
  ['allows', async () => create(allow)],
  [
    'requires before another policy that blocks',
    async (ours) => {
      await anAccessPolicy(ours, { ...block, priority: 600 });
      return create(require);
    },
  ],
  [
    'enables an allowance',
    async (ours) =>
      update(await anAccessPolicy(ours, { ...allow, status: 'DISABLED' }), { status: 'ENABLED' }),
  ],
  ['disables a block', async (ours) => update(await anAccessPolicy(ours, block), { status: 'DISABLED' })],
  ['watches a block', async (ours) => update(await anAccessPolicy(ours, block), { status: 'REPORT_ONLY' })],
  ['deletes a block', async (ours) => remove(await anAccessPolicy(ours, block))],
  [
    'excludes a user from a block',
    async (ours) =>
      update(await anAccessPolicy(ours, block), { conditions: { users: { exclude: ['usr_other'] } } }),
  ],
  ['moves a block behind', async (ours) => update(await anAccessPolicy(ours, block), { priority: 700 })],
  [
    'orders an allowance before a block',
    async (ours) => {
      await anAccessPolicy(ours, block);
      await anAccessPolicy(ours, { ...allow, priority: 600 });
      return reverse(ours);
    },
  ],
  [
    'requires in place of a block',
    async (ours) => update(await anAccessPolicy(ours, block), { decision: 'REQUIRE', requirements: ['MFA'] }),
  ],
  [
    'requires less',
    async (ours) =>
      update(await anAccessPolicy(ours, { ...require, requirements: ['MFA', 'COMPLIANT_DEVICE'] }), {
        requirements: ['COMPLIANT_DEVICE'],
      }),
  ],
  [
    'lets sessions live longer',
    async (ours) =>
      update(await anAccessPolicy(ours, { ...require, session: { maxAgeSeconds: 600 } }), {
        session: { maxAgeSeconds: null },
      }),
  ],
];

const stricter: [name: string, act: Act][] = [
  ['blocks', async () => create(block)],
  ['requires behind every other policy', async () => create(require)],
  ['drafts an allowance', async () => create({ ...allow, status: 'DISABLED' })],
  [
    'enables a block',
    async (ours) =>
      update(await anAccessPolicy(ours, { ...block, status: 'DISABLED' }), { status: 'ENABLED' }),
  ],
  ['ends an allowance', async (ours) => update(await anAccessPolicy(ours, allow), { status: 'DISABLED' })],
  ['deletes an allowance', async (ours) => remove(await anAccessPolicy(ours, allow))],
  [
    'deletes a policy that only reports',
    async (ours) => remove(await anAccessPolicy(ours, { ...block, status: 'REPORT_ONLY' })),
  ],
  [
    'blocks in place of a demand',
    async (ours) => update(await anAccessPolicy(ours, require), { decision: 'BLOCK', requirements: [] }),
  ],
  [
    'requires more',
    async (ours) =>
      update(await anAccessPolicy(ours, require), { requirements: ['MFA', 'COMPLIANT_DEVICE'] }),
  ],
  [
    'orders a block that only reports and an allowance',
    async (ours) => {
      await anAccessPolicy(ours, { ...block, status: 'REPORT_ONLY' });
      await anAccessPolicy(ours, { ...allow, priority: 600 });
      return reverse(ours);
    },
  ],
  ['renames a block', async (ours) => update(await anAccessPolicy(ours, block), { name: 'renamed' })],
];

const inTenMinutes = (): string => new Date(Date.now() + 600_000).toISOString();

describe('a key that ends', () => {
  test.for(weaker)('is refused if it %s', async ([, act], { service }) => {
    const { caller } = await aCallerWith(service, ['*'], { expiresAt: inTenMinutes() });
    const call = await act(service.ours);
    expect(await call(caller)).toMatchObject({ status: 403, body: { code: 'BOUND_NOT_GRANTABLE' } });
    expect([200, 201]).toContain((await call(service.ours)).status);
  });

  test.for(stricter)('goes on if it %s', async ([, act], { service }) => {
    const { caller } = await aCallerWith(service, ['*'], { expiresAt: inTenMinutes() });
    const { status, body } = await (await act(service.ours))(caller);
    expect([status, body.code]).toEqual([status < 300 ? status : 200, undefined]);
  });
});
