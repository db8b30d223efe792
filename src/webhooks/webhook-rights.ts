import { Failure } from '../failure.ts';
import { holds } from '../lib/scope.ts';
import { scopesToRead } from './subscription.ts';
import { type Grantor, requireGrantable, requireMayEnd } from '../platform/grants.ts';

/**
 * Requires the scopes that read the events of a webhook. A caller who chooses the events or the address gives their
 * content to the receiver (docs/decisions/0015). Otherwise `webhooks.write` alone would read every user's name and
 * address.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export function requireMaySend(grantor: Grantor, types: readonly string[]): void {
  requireGrantable(grantor, scopesToRead(types));
}

/**
 * The same for a webhook that is stopped or deleted: a caller who may not read what it sends may not silence it
 * (docs/decisions/0094).
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export function requireMaySilence(grantor: Grantor, types: readonly string[]): void {
  requireMayEnd(grantor, scopesToRead(types));
}

/** The same for what was sent and is shown. @throws {Failure} INSUFFICIENT_SCOPE */
export function requireMayRead(caller: Pick<Grantor, 'scopes'>, type: string): void {
  requireMayReadAll(caller, [type]);
}

/** The same for the events of a listener. @throws {Failure} INSUFFICIENT_SCOPE */
export function requireMayReadAll({ scopes }: Pick<Grantor, 'scopes'>, types: readonly string[]): void {
  const required = scopesToRead(types).filter((scope) => !holds(scopes, scope));
  if (required.length > 0) throw new Failure('INSUFFICIENT_SCOPE', { required });
}
