import { type Detector, type Finding, isLearned } from './finding.ts';

/** How long a credential is watched before an address of it is news. */
export const learningDays = 7;
/** A credential that is used from more addresses than these has none that are usual: addresses of a cloud, of phones. */
const mostAddresses = 10;

/** NEW_IP: a use from an address from which the credential was never used, though it is used from few. */
export const newIp: Detector = ({ profile, uses }) => {
  const known = new Set(profile.addresses.filter((seen) => seen.known).map(({ name }) => name));
  if (known.size === 0 || known.size > mostAddresses) return [];
  const found = new Map<string, Finding & { evidence: { uses: number } }>();
  for (const { network, uses: count, firstAt } of uses) {
    if (network === undefined || known.has(network) || !isLearned(profile, firstAt, learningDays)) continue;
    const before = found.get(network);
    if (before) before.evidence.uses += count;
    else
      found.set(network, {
        type: 'NEW_IP',
        severity: 'MEDIUM',
        score: 50,
        subject: network,
        description: `Used from ${network}, a network without an earlier use`,
        evidence: {
          address: network,
          knownAddresses: known.size,
          learnedSince: profile.firstSeenAt?.toISOString(),
          at: firstAt.toISOString(),
          uses: count,
        },
      });
  }
  return [...found.values()];
};
