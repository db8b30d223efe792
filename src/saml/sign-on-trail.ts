import { recordAudit, type Origin } from '../audit/audit.ts';
import type { Status } from '../saml-messages/read/header.ts';
import { userActor } from '../users/sessions/login-sessions.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import type { SamlSubject } from './sql/saml-subjects.ts';
import type { Tx } from '../platform/tx.ts';

/** Whether users start at the service provider or at the application list. */
export type SignOnStart = 'service_provider' | 'keyward';

/** Counts sign-ons by their outcome, for the metrics. */
export interface SignOnCounter {
  /** @param outcome `Success`, or the last part of the status code that says why there is no assertion */
  signedOn(started: SignOnStart, outcome: string): void;
}

/** The last part of a status code, such as `RequestDenied`. */
export const outcomeOf = (status: Status | undefined): string =>
  status ? ((status.subcode ?? status.code).split(':').at(-1) ?? '') : 'Success';

/**
 * Records that a user signed on to a service provider, or was refused. The user is the target, so that the row is erased
 * with the user.
 */
export async function recordSignOn(
  tx: Tx,
  { user, provider, status }: { user: SamlSubject; provider: ServiceProvider; status: Status | undefined },
  origin: Origin,
): Promise<void> {
  const name = user.displayName ?? user.username;
  await recordAudit(tx, [
    {
      action: 'service_provider.sign_on',
      actor: userActor(user.id, name),
      targetType: 'user',
      targetId: user.id,
      targetName: name,
      result: status ? 'DENIED' : 'SUCCESS',
      reason: `${status ? outcomeOf(status) : ''} ${provider.name} (${provider.id})`.trim(),
      ...origin,
    },
  ]);
}
