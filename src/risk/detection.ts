import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import type { GeoIp } from '../conditional-access/judge/geoip.ts';
import { networkOf, addressIn } from './network.ts';
import {
  beginProfiles,
  learnProfiles,
  type Lesson,
  type Profile,
  readProfiles,
  type SeenNow,
} from './sql/profiles.ts';
import { claimDigest, type DigestRow, readBursts } from './sql/digest.ts';
import { takeTurn } from './sql/turns.ts';
import { openAnomalies } from './anomalies.ts';
import { burstMinutes } from './detectors/failure-burst.ts';
import { dayOf, type Finding, type Observation, type Use } from './detectors/finding.ts';
import { detectors } from './detectors/index.ts';

/** Credentials in one transaction. */
const most = 200;

/**
 * Judges the new uses of a few credentials of one tenant, and learns from them what is usual. Uses are taken in the
 * transaction of what they lead to, so each is judged once.
 * @returns how many rows of uses it judged: call again until it is 0
 */
export async function judgeUses(tx: Tx, geoIp: GeoIp | undefined): Promise<number> {
  const { orgId } = tenancyOf(tx);
  if (!(await takeTurn(tx, orgId, 'detect'))) return 0;
  const rows = await claimDigest(tx, orgId, most);
  if (rows.length === 0) return 0;
  const used = groupBy(rows.filter(({ kind }) => kind !== 'FAILURE'));
  const failed = groupBy(rows.filter(({ kind }) => kind === 'FAILURE'));
  const firstOf = (groups: ReadonlyMap<string, DigestRow[]>): { credentialId: string; at: Date }[] =>
    [...groups].flatMap(([credentialId, [first]]) => (first ? [{ credentialId, at: first.firstAt }] : []));

  const bursts = await readBursts(tx, orgId, firstOf(failed), burstMinutes);
  const burstOf = new Map(bursts.map((burst) => [burst.credentialId, burst]));
  const profiles = await begunProfiles(
    tx,
    orgId,
    [...new Set(rows.map(({ credentialId }) => credentialId))],
    used,
  );
  const found = [];
  const lessons: Lesson[] = [];
  for (const profile of profiles) {
    const { credentialId, identityId, identityName } = profile;
    const uses = (used.get(credentialId) ?? []).map(toUse);
    const observation: Observation = { profile, uses, burst: burstOf.get(credentialId), geoIp };
    const findings = detectors.flatMap((detect) => detect(observation));
    found.push(...findings.map((finding) => ({ ...finding, identityId, identityName, credentialId })));
    if (uses.length > 0) lessons.push(lessonOf(observation, findings));
  }
  await learnProfiles(tx, orgId, lessons);
  await openAnomalies(tx, found);
  return rows.length;
}

/** Reads the profiles of the credentials. Those that have none and are used now begin with the facts of earlier uses, if there are any. */
async function begunProfiles(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  used: ReadonlyMap<string, readonly DigestRow[]>,
): Promise<Profile[]> {
  const profiles = await readProfiles(tx, orgId, ids);
  const unknown = profiles.flatMap(({ credentialId, firstSeenAt }) => {
    const [first] = used.get(credentialId) ?? [];
    return first && firstSeenAt === null ? [{ credentialId, at: first.firstAt }] : [];
  });
  const begun = await beginProfiles(tx, orgId, unknown);
  if (begun.length === 0) return profiles;
  const again = new Map((await readProfiles(tx, orgId, begun)).map((one) => [one.credentialId, one]));
  return profiles.map((one) => again.get(one.credentialId) ?? one);
}

function groupBy(rows: readonly DigestRow[]): Map<string, DigestRow[]> {
  const groups = new Map<string, DigestRow[]>();
  for (const row of rows) {
    const group = groups.get(row.credentialId);
    if (group) group.push(row);
    else groups.set(row.credentialId, [row]);
  }
  return groups;
}

const toUse = ({ address, uses, firstAt, lastAt }: DigestRow): Use => ({
  network: address === null ? undefined : networkOf(address),
  uses,
  firstAt,
  lastAt,
});

/**
 * Returns what the profile learns. News does not count as known yet; it does once a user marks the anomaly as a false
 * positive.
 */
function lessonOf({ profile, uses, geoIp }: Observation, findings: readonly Finding[]): Lesson {
  const newsOf = (...types: Finding['type'][]): Set<string> =>
    new Set(findings.filter(({ type }) => types.includes(type)).map(({ subject }) => subject));
  const [newNetworks, newCountries] = [newsOf('NEW_IP', 'GEO_VELOCITY'), newsOf('NEW_COUNTRY')];
  const addresses = new Map<string, SeenNow>();
  const countries = new Map<string, SeenNow>();
  const days = new Map<string, Lesson['days'][number]>();
  let { lastPlace } = profile;
  for (const { network, uses: count, firstAt, lastAt } of uses) {
    const day = dayOf(firstAt);
    const before = days.get(day);
    const hour = 1 << firstAt.getUTCHours();
    days.set(day, { day, uses: (before?.uses ?? 0) + count, hours: (before?.hours ?? 0) | hour });
    if (network === undefined) continue;
    see(addresses, network, !newNetworks.has(network), firstAt, lastAt);
    const place = geoIp?.locate(addressIn(network));
    if (!place) continue;
    const { country, point } = place;
    if (country !== null) see(countries, country, !newCountries.has(country), firstAt, lastAt);
    if (point) lastPlace = { address: network, country, ...point, at: lastAt.toISOString() };
  }
  return {
    credentialId: profile.credentialId,
    firstAt: uses.reduce(
      (first, { firstAt }) => (firstAt < first ? firstAt : first),
      uses[0]?.firstAt ?? profile.createdAt,
    ),
    lastAt: uses.reduce((last, { lastAt }) => (lastAt > last ? lastAt : last), profile.createdAt),
    lastPlace,
    addresses: [...addresses.values()],
    countries: [...countries.values()],
    days: [...days.values()],
  };
}

function see(seen: Map<string, SeenNow>, name: string, known: boolean, firstAt: Date, lastAt: Date): void {
  const before = seen.get(name);
  if (before) before.lastAt = lastAt > before.lastAt ? lastAt : before.lastAt;
  else seen.set(name, { name, known, firstAt, lastAt });
}
