import type { User as UserBody } from '../../../../generated/types/types.gen.ts';
import type { User, UserStatus } from '../entities/user.ts';
import type { NamedGroup } from '../../groups/sql/groups.ts';
import type { UserRow } from '../sql/list-users.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

type Factors = Pick<UserRow, 'mfaMethods'>;

/** Names each field of the response. So the response never holds a password or a column that is added later. */
const view = (user: Omit<UserRow, 'mfaMethods'>, status: UserStatus, { mfaMethods }: Factors): UserBody => ({
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
  phoneNumberVerified: user.phoneNumberVerified,
  locale: user.locale,
  timezone: user.timezone,
  picture: user.picture,
  externalId: user.externalId,
  middleName: user.middleName,
  birthdate: user.birthdate,
  gender: user.gender,
  website: user.website,
  profileUrl: user.profileUrl,
  address: user.address,
  attributes: user.attributes,
  roles: user.roles,
  mfaMethods,
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

export const viewUserRow = (row: UserRow): UserBody => view(row, row.status, row);

/** With the status the person has at `now`, and the groups and factors. */
export const viewUser = (
  user: User,
  { groups, ...factors }: Factors & { groups: NamedGroup[] },
  now: Date,
): UserBody => ({
  ...view(user, user.statusAt(now), factors),
  groups,
});
