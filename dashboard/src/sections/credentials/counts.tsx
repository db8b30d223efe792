import { Button, Group } from '@mantine/core';
import type { CredentialStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { spoken } from '../../ui/state.tsx';
import styles from '../../ui/strip.module.css';
import { useSearch } from '../../ui/use-search.ts';

const states = ['ACTIVE', 'SUSPENDED', 'EXPIRED', 'REVOKED'] as const;

/** How many credentials there are by state. Each number filters the list. */
export function Counts({ stats }: { stats: CredentialStats | undefined }) {
  const [search, change] = useSearch();
  const { status, expiring, live } = search;
  const choice = (label: string, count: number | undefined, isChosen: boolean, filter: typeof search) => (
    <Button
      key={label}
      size="xs"
      variant={isChosen ? 'filled' : 'default'}
      aria-pressed={isChosen}
      onClick={() => change({ status: undefined, expiring: undefined, live: undefined, ...filter })}
    >
      {label}
      {count === undefined ? null : ` ${count}`}
    </Button>
  );
  return (
    <Group
      gap="xs"
      mb={{ base: 'xs', sm: 'sm' }}
      className={styles['strip'] ?? ''}
      role="group"
      aria-label={texts.filters.status}
    >
      {choice(texts.filters.all, undefined, !status && !expiring && !live, {})}
      {states.map((state) =>
        choice(spoken(state), stats?.byStatus[state], status === state, { status: state }),
      )}
      {choice(texts.filters.live, stats && stats.byStatus.ACTIVE + stats.byStatus.SUSPENDED, Boolean(live), {
        live: 'true',
      })}
      {choice(texts.expiringSoon, stats?.expiringSoon, Boolean(expiring), { expiring: 'true' })}
    </Group>
  );
}
