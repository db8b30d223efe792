import type { Upstream } from '../users/sessions/login-sessions.ts';
import type { SignIn } from './entities/sign-in.ts';

/** Counts what became of sign-ins by connections, for the metrics. */
export interface FederatedSignInCounter {
  /**
   * @param outcome `SUCCESS` if a login began, `CONNECTED` if a user connected an account, `FAILED` if the identity provider failed,
   * or why the user was refused
   */
  federated(type: Upstream['type'], outcome: string): void;
}

/** Keeps what an identity provider said, until the login begins. */
export function noteUpstream(signIn: SignIn, upstream: Upstream): void {
  signIn.state = { ...signIn.state, upstream };
}

/** Returns what an identity provider said in this sign-in; undefined if the user proved their identity here. */
export const upstreamOf = ({ state }: SignIn): Upstream | undefined =>
  state['upstream'] as Upstream | undefined;

/**
 * Notes the connection that proved the user, when the proof does not count. The user proves their identity there once more, and may
 * have no way to prove it here. If the second answer is not of now either, the user does not sign in (`NOT_FRESH`). So nothing
 * leads there again and again.
 */
export const backTo = (upstream: Upstream | undefined): Record<string, unknown> =>
  upstream ? { backTo: upstream.connectionId } : {};

/** Returns the id of the connection that the user of a sign-in goes back to; undefined if the user has proved their identity. */
export function backToOf(signIn: SignIn): string | undefined {
  const id = signIn.state['backTo'];
  return typeof id === 'string' && !signIn.isProved() ? id : undefined;
}

/** How fresh the proof of a sign-in must be. */
export interface FreshDemand {
  /** The user must not have proved their identity before this time, in milliseconds since 1970. */
  since: number;
  /** How old the proof may be, in seconds; 0 for a proof of now (`prompt=login`). */
  maxAge: number;
}

/**
 * Demands a proof of the time after `now`. Factors of Keyward are always proved in the sign-in. An identity provider may answer
 * by its own session. So it is told of the demand, and its time is compared.
 */
export function demandFresh(signIn: SignIn, now: Date): void {
  signIn.state = { ...signIn.state, ...freshState(now, 0) };
}

/** The state of a sign-in with a demand. */
export const freshState = (now: Date, maxAge: number): { fresh: FreshDemand } => ({
  fresh: { since: now.getTime() - maxAge * 1000, maxAge },
});

export const freshDemandOf = ({ state }: SignIn): FreshDemand | undefined =>
  state['fresh'] as FreshDemand | undefined;
