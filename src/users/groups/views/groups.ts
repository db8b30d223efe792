import type { Group as GroupBody, Member as MemberBody } from '../../../../generated/types/types.gen.ts';
import type { GroupRow } from '../sql/groups.ts';
import type { MemberRow } from '../sql/members.ts';

export const viewGroup = (group: GroupRow): GroupBody => ({
  id: group.id,
  name: group.name,
  description: group.description,
  externalId: group.externalId,
  source: group.source,
  memberCount: group.memberCount,
  scopes: group.scopes,
  createdAt: group.createdAt.toISOString(),
  updatedAt: group.updatedAt.toISOString(),
  createdBy: group.createdBy,
});

export const viewMember = (member: MemberRow): MemberBody => ({
  userId: member.userId,
  email: member.email,
  displayName: member.displayName,
  status: member.status,
  addedAt: member.addedAt.toISOString(),
  source: member.source,
});
