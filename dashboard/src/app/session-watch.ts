import { type Refusal, refusalOf } from '../api/refusal.ts';

/** A demand of the service before it goes on: a proof, or the confirmation that another user is meant. */
export interface Wanted {
  tenant: string;
  why: 'ended' | 'recent' | 'policy' | 'otherUser';
  /** How old the sign-in may be; undefined for any age. */
  seconds: number | undefined;
}

/** The proof that a refusal asks for (docs/dashboard.md); undefined if it asks for none. */
export function wantedBy(tenant: string, { status, code, details }: Refusal): Wanted | undefined {
  if (code === 'SESSION_OF_ANOTHER_USER') return { tenant, why: 'otherUser', seconds: undefined };
  if (status === 401) return { tenant, why: 'ended', seconds: undefined };
  if (code !== 'REAUTHENTICATION_REQUIRED') return undefined;
  const seconds = details['maxAgeSeconds'];
  return typeof seconds === 'number'
    ? { tenant, why: 'recent', seconds }
    : { tenant, why: 'policy', seconds: undefined };
}

/** The tenant in the address; undefined where there is none. */
export const tenantOfPath = (): string | undefined =>
  /^\/admin\/(org_[0-9a-z]+)/.exec(location.pathname)?.[1];

/** Tells what listens to `watch` that a query was refused for want of a proof. */
export function noteRefusal(watch: EventTarget, error: unknown): void {
  const tenant = tenantOfPath();
  const detail = tenant && wantedBy(tenant, refusalOf(error));
  if (detail) watch.dispatchEvent(new CustomEvent<Wanted>('wanted', { detail }));
}
