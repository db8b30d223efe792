import type { UserSession as UserSessionBody } from '../../../../generated/types/types.gen.ts';
import { dateOf } from '../../../lib/rows.ts';
import { deviceOf } from '../../../lib/user-agent.ts';
import type { UserSession } from '../sql/user-sessions.ts';

const iso = (time: string): string => dateOf(time).toISOString();

export const viewUserSession = (session: UserSession): UserSessionBody => ({
  id: session.id,
  createdAt: iso(session.createdAt),
  authenticatedAt: iso(session.authTime),
  lastSeenAt: iso(session.lastSeenAt),
  expiresAt: iso(session.expiresAt),
  amr: session.amr,
  connectionId: session.connectionId,
  ipAddress: session.address,
  userAgent: session.userAgent,
  device: deviceOf(session.userAgent),
});
