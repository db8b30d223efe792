import { refusalOf } from '../api/refusal.ts';

/** A proof that the service wants from the user. */
export interface Wanted {
  tenant: string;
  /** How old the sign-in may be; undefined if the session has ended. */
  seconds: number | undefined;
}

/** The tenant in the address; undefined where there is none. */
export const tenantOfPath = (): string | undefined =>
  /^\/admin\/(org_[0-9a-z]+)/.exec(location.pathname)?.[1];

/** Tells what listens to `watch` that a query was refused for want of a proof. */
export function noteRefusal(watch: EventTarget, error: unknown): void {
  const { status, code, details } = refusalOf(error);
  const tenant = tenantOfPath();
  const isEnded = status === 401;
  if (!tenant || (!isEnded && code !== 'REAUTHENTICATION_REQUIRED')) return;
  const seconds = isEnded ? undefined : Number(details['maxAgeSeconds'] ?? 300);
  watch.dispatchEvent(new CustomEvent<Wanted>('wanted', { detail: { tenant, seconds } }));
}
