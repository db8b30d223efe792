import type { User as UserBody } from '../../generated/types/types.gen.ts';
import type { User, UserStatus } from '../entities/user.ts';
import type { UserRow } from '../queries/list-users.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Names what is shown, so that a password, or whatever comes to the row later, is not. */
const view = (user: UserRow, status: UserStatus): UserBody => ({
  id: user.id,
  status,
  email: user.email,
  emailVerified: user.emailVerified,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  displayName: user.displayName,
  nickname: user.nickname,
  title: user.title,
  department: user.department,
  division: user.division,
  organization: user.organization,
  costCenter: user.costCenter,
  employeeNumber: user.employeeNumber,
  managerId: user.managerId,
  phoneNumber: user.phoneNumber,
  locale: user.locale,
  timezone: user.timezone,
  picture: user.picture,
  externalId: user.externalId,
  attributes: user.attributes,
  roles: user.roles,
  mfaMethods: user.mfaMethods,
  source: user.source,
  sourceConnectionId: user.sourceConnectionId,
  expiresAt: iso(user.expiresAt),
  invitedAt: iso(user.invitedAt),
  activatedAt: iso(user.activatedAt),
  lastLoginAt: iso(user.lastLoginAt),
  deprovisionedAt: iso(user.deprovisionedAt ?? (status === 'DEPROVISIONED' ? user.expiresAt : null)),
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
  createdBy: user.createdBy,
});

export const viewUserRow = (row: UserRow): UserBody => view(row, row.status);

/** With the status the person has at `now`, and the groups and factors. */
export const viewUser = (
  user: User,
  { groups, mfaMethods }: { groups: { id: string; name: string }[] } & Pick<UserRow, 'mfaMethods'>,
  now: Date,
): UserBody => ({
  ...view({ ...user, mfaMethods }, user.statusAt(now)),
  groups,
});
