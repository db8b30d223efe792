import type { NamedTenant, Tenant } from '../platform/tenancy.ts';
import type { Hosted } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import { type Counted, takeBack } from '../users/sessions/attempts.ts';
import { type HostedCall, namedBy } from './hosted.ts';

/** A function that opens the transactions of a form: `onStep`, `onAccount` or `onLink`. */
type OnForm<FormCall, Place> = <Value>(
  call: FormCall,
  tenant: Tenant | NamedTenant,
  work: (tx: Tx, place: Place) => Promise<Value>,
) => Promise<{ value: Value } | { reply: Hosted }>;

/** An attempt that is to be judged, or the response if nothing is to be judged. */
export type Begun<Tried> = { tried: Tried; counted?: Counted } | { reply: Hosted };

/** The three phases of an attempt. `Place` is what the form is about, for example the sign-in. */
export interface Attempt<Place, Tried, Judged> {
  /** Does what `begin` does, without a transaction. Returns undefined if `begin` must answer; then nothing is counted. */
  atOnce?: () => Promise<{ tried: Tried; counted: Counted } | undefined>;
  /** Reads what the attempt is judged by, in a transaction. If the secret can be guessed, it also counts the attempt. */
  begin: (tx: Tx, place: Place) => Promise<Begun<Tried>>;
  /** Compares or hashes the password, outside any transaction. */
  judge: (tried: Tried) => Promise<Judged>;
  /** Commits the result in another transaction. It asks again for everything that may have changed since `begin`. */
  end: (tx: Tx, place: Place, tried: Tried, judged: Judged) => Promise<Hosted>;
}

/**
 * Takes a password that a form sends: an attempt at one, or a new one. No connection waits for the hash, and a thousand
 * attempts at once are not a thousand guesses, because each is counted before it is judged. If `judge` throws, for example
 * because too many hashes are waited for, the attempt counts no more.
 *
 * A code needs no hash. `attemptCode` (src/users/factors/code-attempts.ts) counts and judges it in one transaction.
 */
export async function attempt<FormCall extends HostedCall, Place, Tried, Judged>(
  onForm: OnForm<FormCall, Place>,
  call: FormCall,
  { atOnce, begin, judge, end }: Attempt<Place, Tried, Judged>,
  /** Opens the transaction of `end`, if that is not `onForm`. */
  onEnd: (tried: Tried, judged: Judged) => OnForm<FormCall, Place> = () => onForm,
): Promise<Hosted> {
  const tenant = namedBy(call);
  await call.request.limits.signIns();
  const begun = (await atOnce?.()) ?? valueOf(await onForm(call, tenant, begin));
  if ('reply' in begun) return begun.reply;
  const { tried, counted } = begun;
  const judged = await judge(tried).catch(async (error: unknown) => {
    if (counted) await call.inTenant(tenant, (tx) => takeBack(tx, counted));
    throw error;
  });
  const onHeld = onEnd(tried, judged);
  const done = await onHeld(call, tenant, (tx, place) => end(tx, place, tried, judged));
  return 'reply' in done ? done.reply : done.value;
}

const valueOf = <Value>(done: { value: Value } | { reply: Hosted }): Value | { reply: Hosted } =>
  'reply' in done ? done : done.value;
