import type { Organization } from '../../../generated/types/types.gen.ts';
import type { OrganizationRow } from '../sql/organizations.ts';

export const viewOrganization = ({
  id,
  testOrgId,
  name,
  quotas,
  status,
  suspendedAt,
  eraseAt,
  createdAt,
}: OrganizationRow): Organization => ({
  id,
  testOrgId,
  name,
  quotas,
  status,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  eraseAt: eraseAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
