import { isObject, ownValue } from '../lib/object.ts';
import type { Upstream } from '../users/sessions/login-sessions.ts';
import type { SignIn } from './entities/sign-in.ts';

/**
 * An account of an identity provider that signed in and waits for its link. The user must prove their identity here first.
 */
export interface PendingLink {
  userId: string;
  /** The key of the link. */
  key: string;
  upstream: Upstream;
  /** The claims that the link is judged by when it is made. */
  claims: Readonly<Record<string, unknown>>;
}

const key = 'pendingLink';

/** Keeps it until the user has proved their identity, or another name is typed. */
export function notePendingLink(signIn: SignIn, link: PendingLink): void {
  signIn.state = { ...signIn.state, [key]: link };
}

export function pendingLinkOf({ state }: SignIn): PendingLink | undefined {
  const found = state[key];
  return isPendingLink(found) ? found : undefined;
}

const isPendingLink = (value: unknown): value is PendingLink =>
  isObject(value) &&
  typeof ownValue(value, 'userId') === 'string' &&
  isObject(ownValue(value, 'upstream')) &&
  isObject(ownValue(value, 'claims'));
