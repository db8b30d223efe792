import type { Origin } from '../../audit/audit.ts';
import type { TxtAnswer } from '../../lib/txt-records.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Locked } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { isThere } from '../domains/domain-proof.ts';
import type { SetupDomain, SetupLink } from './entities/setup-link.ts';
import { recordSetup } from './setup-sessions.ts';

/** Finds a domain of a link. A holder proves no other. */
export const domainOfLink = (link: SetupLink, name: string): SetupDomain | undefined =>
  link.domains.find(({ domain }) => domain === name.toLowerCase());

/** Why a record does not prove a domain. */
export type SetupProofProblem = 'absent' | 'others' | 'unknown';

/**
 * Notes for the link what the DNS said of a domain. Nothing moves: the domain gets to the connection when an administrator
 * enables it (docs/decisions/0069-setup-links.md).
 * @returns undefined if the domain is proved
 */
export async function noteSetupProof(
  tx: Tx,
  link: Locked<SetupLink>,
  { domain, value }: SetupDomain,
  answer: TxtAnswer,
  origin: Origin,
): Promise<SetupProofProblem | undefined> {
  const { now } = tenancyOf(tx);
  const found = isThere(answer, value);
  // An outage of the DNS says nothing of what was proved before.
  if (found !== undefined) {
    const provedAt = found ? now.toISOString() : null;
    link.domains = link.domains.map((one) => (one.domain === domain ? { ...one, provedAt } : one));
    await tx.flush();
  }
  const result = found ? 'SUCCESS' : 'FAILURE';
  await recordSetup(tx, link, { action: 'setup_link.verify_domain', result, reason: domain }, origin);
  if (found) return undefined;
  return { unknown: 'unknown', absent: 'absent', records: 'others' }[answer.kind] as SetupProofProblem;
}
