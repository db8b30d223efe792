import { auditRows, type Origin } from '../audit/audit.ts';
import { eventRows, type NewEvent } from '../platform/events.ts';
import { writeLast } from '../platform/last-writes.ts';
import type { Tx } from '../platform/tx.ts';
import { shown, userActor } from '../users/sessions/login-sessions.ts';
import type { SignIn } from './entities/sign-in.ts';

/** A sign-in that is completed, and the login that it began. */
interface Completed {
  signIn: Pick<SignIn, 'amr' | 'clientId' | 'serviceProviderId'>;
  loginId: string;
  /** The connection that the user signed in by. */
  connectionId: string | null;
  person: { id: string; name: string };
  /** The events of the login. They come before that of the sign-in. */
  events: readonly NewEvent[];
}

/** Records a completed sign-in with the last statement of the transaction: in the audit log, and as an event. */
export function recordSignIn(
  tx: Tx,
  {
    signIn: { amr, clientId, serviceProviderId },
    loginId,
    connectionId,
    person: { id: userId, name },
    events,
  }: Completed,
  origin: Origin,
): void {
  const actor = userActor(userId, name);
  const target = { targetId: userId, targetName: name };
  writeLast(tx, auditRows(tx, [{ action: 'user.login', actor, ...target, result: 'SUCCESS', ...origin }]));
  const { ipAddress = null, userAgent } = origin;
  const from = { clientId, serviceProviderId, connectionId, ipAddress, userAgent: shown(userAgent) };
  const data = { userId, userName: name, sessionId: loginId, amr, ...from };
  writeLast(tx, eventRows(tx, [...events, { type: 'user.login', data }]));
}
