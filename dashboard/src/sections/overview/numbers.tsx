import { Card, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useMay } from '../../app/me.ts';
import type { Overview } from '../../generated/types.gen.ts';
import { texts } from '../../texts/overview.ts';
import { PageLink } from '../../ui/page-link.tsx';
import styles from './numbers.module.css';

const number = new Intl.NumberFormat();

interface Shown {
  title: string;
  count: number;
  isCapped: boolean;
  to: string;
  search?: Record<string, string>;
  needs: string;
  more?: string;
  isBad?: boolean;
}

const shownOf = ({ credentials, identities, users, alerts, webhooks }: Overview): Shown[] => {
  const { openBySeverity: open } = alerts;
  const { cards } = texts;
  return [
    {
      title: cards.credentials,
      count: credentials.byStatus.ACTIVE,
      isCapped: credentials.isCapped,
      to: 'credentials',
      search: { status: 'ACTIVE' },
      needs: 'credentials.read',
    },
    {
      title: cards.expiring,
      count: credentials.expiringSoon,
      isCapped: credentials.isCapped,
      to: 'credentials',
      search: { expiring: 'true' },
      needs: 'credentials.read',
      isBad: credentials.expiringSoon > 0,
    },
    {
      title: cards.unused,
      count: credentials.unused,
      isCapped: credentials.isCapped,
      to: 'credentials',
      search: { unusedForDays: '90' },
      needs: 'credentials.read',
    },
    {
      title: cards.identities,
      count: identities.byStatus.ACTIVE,
      isCapped: identities.isCapped,
      to: 'identities',
      search: { status: 'ACTIVE' },
      needs: 'identities.read',
    },
    {
      title: cards.users,
      count: users.byStatus.ACTIVE,
      isCapped: users.isCapped,
      to: 'users',
      search: { status: 'ACTIVE' },
      needs: 'directory.read',
    },
    {
      title: cards.alerts,
      count: open.LOW + open.MEDIUM + open.HIGH + open.CRITICAL,
      isCapped: alerts.isCapped,
      to: 'alerts',
      search: { status: 'OPEN' },
      needs: 'alerts.read',
      more: cards.critical(number.format(open.HIGH + open.CRITICAL)),
      isBad: open.HIGH + open.CRITICAL > 0,
    },
    {
      title: cards.webhooks,
      count: webhooks.failing + webhooks.disabled,
      isCapped: webhooks.isCapped,
      to: 'webhooks',
      needs: 'webhooks.read',
      more: cards.deadLetters(number.format(webhooks.deadLetters)),
      isBad: webhooks.failing + webhooks.disabled > 0,
    },
    {
      title: cards.suspended,
      count: credentials.byStatus.SUSPENDED,
      isCapped: credentials.isCapped,
      to: 'credentials',
      search: { status: 'SUSPENDED' },
      needs: 'credentials.read',
    },
  ];
};

/** The numbers of a tenant. Each leads to the rows that it counts. */
export function Numbers({ overview }: { overview: Overview | undefined }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
      {overview
        ? shownOf(overview).map((one) => <NumberCard key={one.title} shown={one} />)
        : Array.from({ length: 8 }, (_, at) => <Skeleton key={at} height={104} />)}
    </SimpleGrid>
  );
}

function NumberCard({
  shown: { title, count, isCapped, to, search, needs, more, isBad = false },
}: {
  shown: Shown;
}) {
  const mayRead = useMay(needs);
  const text = isCapped ? texts.atLeast(number.format(count)) : number.format(count);
  const content = (
    <>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text className={styles.number ?? ''} data-bad={isBad || undefined}>
        {text}
      </Text>
      <Text size="xs" c="dimmed">
        {more ?? '\u00a0'}
      </Text>
    </>
  );
  if (!mayRead) return <Card withBorder>{content}</Card>;
  return (
    <Card
      withBorder
      className={styles.card ?? ''}
      renderRoot={(props) => <PageLink to={to} {...(search ? { search } : {})} {...props} />}
    >
      {content}
    </Card>
  );
}
