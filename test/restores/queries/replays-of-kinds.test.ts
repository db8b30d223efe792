import { describe, expect } from 'vitest';
import { anAccessDevice } from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { aConnection } from '../../support/connections.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { changed, entriesOf, replaying } from '../../support/replaying.ts';
import { test } from '../../support/scim-database.ts';
import { besides } from '../../support/second-factors.ts';
import { aServiceProvider } from '../../support/service-providers.ts';
import type { TestService } from '../../support/service.ts';
import { createWebhook } from '../../support/webhooks.ts';

interface Kind {
  /** The action that took something after the backup. */
  action: string;
  changes?: { field: string; from: unknown; to: unknown }[];
  /** @returns the target of the action, and what the restored database has: the query finds it while it works */
  make: (service: TestService) => Promise<{ targetId: string; id?: string }>;
  works: string;
  /** What the audit log says of the replay. */
  applied?: string;
}

const ofRows = (table: string): string => `select from ${table} where id = $1 and org_id = $2`;
const ofActive = (table: string): string => `${ofRows(table)} and status = 'ACTIVE'`;
const disabled = changed('status', 'DISABLED', 'ACTIVE');

const connection: Kind['make'] = async ({ ours }) => ({ targetId: (await aConnection(ours)).id });
const partner: Kind['make'] = async ({ ours }) => ({ targetId: (await aServiceProvider(ours)).id });
const webhook: Kind['make'] = async ({ ours }) => ({ targetId: (await createWebhook(ours)).id });

async function enrolled(service: TestService): Promise<{ targetId: string }> {
  const domain = await besides(service);
  const { userId } = await domain.enrolled();
  await domain.close();
  return { targetId: userId };
}
const app = 'select from totp_factors where user_id = $1 and org_id = $2';
const codes = 'select from recovery_codes where user_id = $1 and org_id = $2';
const user = { applied: 'user.update' };

const kinds: Kind[] = [
  { action: 'connection.delete', make: connection, works: ofRows('federation_connections') },
  {
    action: 'connection.update',
    changes: disabled,
    make: connection,
    works: ofActive('federation_connections'),
  },
  { action: 'service_provider.delete', make: partner, works: ofRows('saml_service_providers') },
  {
    action: 'service_provider.update',
    changes: disabled,
    make: partner,
    works: ofActive('saml_service_providers'),
  },
  { action: 'webhook.delete', make: webhook, works: ofRows('webhooks') },
  { action: 'webhook.pause', make: webhook, works: ofActive('webhooks') },
  {
    action: 'access_device.delete',
    make: async ({ ours }) => ({ targetId: await anAccessDevice(ours, { userId: await aUser(ours) }) }),
    works: ofRows('access_devices'),
  },
  {
    action: 'user.remove_passkey',
    make: async ({ ours, sql }) => {
      const targetId = await aUser(ours);
      return { targetId, id: await aPasskey(sql, targetId) };
    },
    works: ofRows('passkeys'),
    ...user,
  },
  { action: 'user.remove_totp', make: enrolled, works: app, ...user },
  { action: 'user.reset_factors', make: enrolled, works: app, ...user },
  { action: 'user.enroll_totp', make: enrolled, works: app, ...user },
  { action: 'user.use_recovery_code', make: enrolled, works: codes, ...user },
];

describe('a replay takes what was taken after the backup, and nothing else of its kind', () => {
  for (const { action, changes, make, works, applied = action } of kinds)
    test(action, async ({ service, database }) => {
      const { orgId } = service.organizations.ours.live;
      const [lost, kept] = [await make(service), await make(service)];
      const working = async ({ targetId, id = targetId }: typeof lost): Promise<boolean> =>
        (await service.sql(works, [id, orgId])).length > 0;
      expect([await working(lost), await working(kept)]).toEqual([true, true]);
      const what = changes ?? (lost.id === undefined ? [] : changed('passkeys', null, { id: lost.id }));
      const { run } = replaying(service, database);
      const report = await run(entriesOf(lost.targetId, [{ action, changes: what }]));
      expect(report).toMatchObject({ applied: { [applied]: 1 }, refused: 0, look: [] });
      expect([await working(lost), await working(kept)]).toEqual([false, true]);
      const rows = await service.sql(
        `select from audit_logs where org_id = $1 and action = $2 and target_id = $3 and actor_type = 'SYSTEM'`,
        [orgId, applied, lost.targetId],
      );
      expect(rows).toHaveLength(1);
      // A second run applies nothing.
      expect((await run(entriesOf(lost.targetId, [{ action, changes: what }]))).applied).toEqual({});
    });
});
