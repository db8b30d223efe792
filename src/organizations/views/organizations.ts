import type { Organization } from '../../../generated/types/types.gen.ts';
import type { OrganizationRow } from '../sql/organizations.ts';

export const viewOrganization = ({
  id,
  testOrgId,
  name,
  quotas,
  createdAt,
}: OrganizationRow): Organization => ({
  id,
  testOrgId,
  name,
  quotas,
  createdAt: createdAt.toISOString(),
});
