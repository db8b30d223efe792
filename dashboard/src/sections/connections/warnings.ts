import { texts } from '../../texts/connections.ts';

/** Says which domains are lost by a change of the domains. */
export function warnOfDomains(from: unknown, to: unknown): string | undefined {
  const [before, after] = [from, to].map((names) => (Array.isArray(names) ? names.map(String) : []));
  const lost = (before ?? []).filter((name) => !after?.includes(name));
  return lost.length > 0 ? texts.warnings.domains(lost.join(', ')) : undefined;
}

export const warnOfEnforcing = (_from: unknown, to: unknown): string | undefined =>
  to === true ? texts.warnings.enforced : undefined;
