import type { Overview } from '../../generated/types.gen.ts';
import { texts } from '../../texts/overview.ts';
import type { Value } from '../../texts/values.ts';
import { spoken } from '../../ui/state.tsx';

/** A number, and the filters that show the rows that it counts. */
export interface Counted {
  name?: string;
  count: number;
  search: Record<string, string>;
  /** A number above 0 wants attention. */
  isBad?: boolean;
}

export interface NumberGroup {
  title: string;
  to: string;
  /** The permission that the list needs. */
  needs: string;
  isCapped: boolean;
  main: Counted;
  others?: Counted[];
}

/** The numbers of some states. */
const byState = <State extends Value>(counts: Record<State, number>, states: readonly State[]): Counted[] =>
  states.map((status) => ({ name: spoken(status).toLowerCase(), count: counts[status], search: { status } }));

export function groupsOf({ credentials, identities, users, alerts, webhooks }: Overview): NumberGroup[] {
  const { cards } = texts;
  const { openBySeverity: open } = alerts;
  const ofCredentials = { to: 'credentials', needs: 'credentials.read', isCapped: credentials.isCapped };
  const ofWebhooks = { to: 'webhooks', needs: 'webhooks.read' };
  return [
    {
      ...ofCredentials,
      title: cards.credentials,
      main: { count: credentials.byStatus.ACTIVE, search: { status: 'ACTIVE' } },
      others: byState(credentials.byStatus, ['SUSPENDED', 'EXPIRED', 'REVOKED']),
    },
    {
      title: cards.identities,
      to: 'identities',
      needs: 'identities.read',
      isCapped: identities.isCapped,
      main: { count: identities.byStatus.ACTIVE, search: { status: 'ACTIVE' } },
      others: byState(identities.byStatus, ['SUSPENDED', 'REVOKED']),
    },
    {
      title: cards.users,
      to: 'users',
      needs: 'directory.read',
      isCapped: users.isCapped,
      main: { count: users.byStatus.ACTIVE, search: { status: 'ACTIVE' } },
      others: byState(users.byStatus, ['INVITED', 'SUSPENDED', 'DEPROVISIONED']),
    },
    {
      title: cards.alerts,
      to: 'alerts',
      needs: 'alerts.read',
      isCapped: alerts.isCapped,
      main: {
        count: open.LOW + open.MEDIUM + open.HIGH + open.CRITICAL,
        search: { status: 'OPEN' },
        isBad: open.HIGH + open.CRITICAL > 0,
      },
      others: (['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const).map((severity) => ({
        name: spoken(severity).toLowerCase(),
        count: open[severity],
        search: { status: 'OPEN', severity },
      })),
    },
    {
      ...ofCredentials,
      title: cards.expiring,
      main: { count: credentials.expiringSoon, search: { expiring: 'true' }, isBad: true },
    },
    {
      ...ofCredentials,
      title: cards.unused,
      main: { count: credentials.unused, search: { live: 'true', unusedForDays: '90' } },
    },
    {
      ...ofWebhooks,
      title: cards.webhooks,
      isCapped: false,
      main: { count: webhooks.failing, search: { failing: 'true' }, isBad: true },
      others: byState({ DISABLED: webhooks.disabled }, ['DISABLED']),
    },
    {
      ...ofWebhooks,
      title: cards.deadLetters,
      isCapped: webhooks.isCapped,
      main: { count: webhooks.deadLetters, search: { hasDeadLetters: 'true' }, isBad: true },
    },
  ];
}
