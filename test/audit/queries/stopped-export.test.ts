// An export that is read slowly, while its organization is suspended (docs/decisions/0125).
import { expect } from 'vitest';
import { prepareExport } from '../../../src/audit/audit-export.ts';
import { forkFor } from '../../../src/platform/tenancy.ts';
import { aCredential } from '../../support/builders.ts';
import { vault } from '../../support/second-factors.ts';
import { test } from '../../support/scim-database.ts';

test('an export that runs ends with an error after the suspension, and never with a signature', async ({
  service,
  database,
}) => {
  const { live } = service.organizations.ours;
  await aCredential(service.ours);
  await service.runTask('seal-audit');
  const begun = async () => {
    const tx = forkFor(database.orm, { orgId: live.orgId, environment: 'live' }, new Date());
    const parts = await prepareExport(tx, vault, {});
    expect((await parts.next()).value).toMatchObject({ type: 'header' });
    return parts;
  };
  const [whole, cut] = [await begun(), await begun()];
  const types = async (parts: Awaited<ReturnType<typeof begun>>) => {
    const read: string[] = [];
    for await (const { type } of parts) read.push(type);
    return read;
  };
  expect((await types(whole)).at(-1)).toBe('end');
  await service.sql('update tenants set suspended_at = now() where organization_id = $1', [live.orgId]);
  await expect(types(cut)).rejects.toThrow('was suspended during the export');
});
