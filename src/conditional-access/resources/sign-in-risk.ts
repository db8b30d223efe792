import { isImpossibleTravel, type Point } from '../judge/location.ts';
import type { RiskFinding } from '../judge/types.ts';
import type { AddressSet } from '../judge/address-set.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { riskOfSignIn } from './sign-in-risk-score.ts';
import { type PastOfSignIns, pastOfSignIns, rememberPlace } from './sql/sign-in-places.ts';

/** A sign-in whose risk is judged. */
export interface RiskySignIn {
  userId: string;
  /** As {@link normalizeAddress} writes it; undefined if it is not known. */
  address: string | undefined;
  /** Where the address is, as GEOIP_FILE says. */
  country: string | undefined;
  point: Point | undefined;
  /** Undefined if no browser asks, so that none is new. */
  browserId: string | undefined;
  now: Date;
  /** `breached` is undefined if no password was typed, or there is no list of breached passwords. */
  password: { breached: boolean | undefined };
  /** The networks of ANONYMOUS_NETWORKS_FILE; undefined without the file. */
  anonymousNetworks?: AddressSet | undefined;
}

const hourMs = 3_600_000;

/** So many failures within fifteen minutes are a burst. A user who forgot a password fails two or three times. */
export const burst = { failures: 5, minutes: 15 } as const;

/** A country without a sign-in for so many days is new again, as for credentials (decisions 6.4). */
const forgottenDays = 180;

/**
 * Returns the risk of a sign-in, compared with earlier sign-ins of the user. A signal that is missing adds nothing. The first
 * sign-in has nothing to be compared with, so neither its country nor its browser is new.
 */
export async function signInRisk(tx: Tx, signIn: RiskySignIn): Promise<RiskFinding> {
  const { userId, browserId, now } = signIn;
  return riskAfter(await pastOfSignIns(tx, tenancyOf(tx).orgId, { userId, browserId, now, burst }), signIn);
}

/** Returns the risk of a sign-in, compared with a past that was read already. */
export function riskAfter(
  past: PastOfSignIns,
  { address, country, point, browserId, now, password, anonymousNetworks }: Omit<RiskySignIn, 'userId'>,
): RiskFinding {
  const forgotten = now.getTime() - forgottenDays * 24 * hourMs;
  const countries = Object.entries(past.countries).filter(([, at]) => Date.parse(at) > forgotten);
  const { last } = past;
  return riskOfSignIn({
    newCountry:
      country !== undefined && countries.length > 0 && !countries.some(([name]) => name === country),
    impossibleTravel:
      point !== undefined &&
      last !== null &&
      isImpossibleTravel(last, point, (now.getTime() - Date.parse(last.at)) / hourMs),
    newBrowser: browserId !== undefined && past.hasBrowsers && !past.knowsBrowser,
    failureBurst: past.failures >= burst.failures,
    breachedPassword: password.breached === true,
    anonymousNetwork: address !== undefined && anonymousNetworks?.has(address) === true,
  });
}

/**
 * Remembers where a sign-in came from, for {@link signInRisk} of later ones. Call it when the sign-in completes, in its
 * transaction and under the lock of the user.
 */
export async function noteSignIn(
  tx: Tx,
  { userId, country, point, now }: Pick<RiskySignIn, 'userId' | 'country' | 'point' | 'now'>,
): Promise<void> {
  if (country === undefined && point === undefined) return;
  await rememberPlace(tx, tenancyOf(tx).orgId, { userId, country, point, now });
}
