import { Card, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useMay } from '../../app/me.ts';
import { texts } from '../../texts/overview.ts';
import type { Overview } from '../../generated/types.gen.ts';
import { PageLink } from '../../ui/page-link.tsx';
import styles from './numbers.module.css';
import { type Counted, groupsOf, type NumberGroup } from './counted.ts';

const number = new Intl.NumberFormat('en');

/** The numbers of a tenant. Each leads to the rows that it counts. */
export function Numbers({ overview }: { overview: Overview | undefined }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
      {overview
        ? groupsOf(overview).map((group) => <NumberCard key={group.title} group={group} />)
        : Array.from({ length: 8 }, (_, at) => <Skeleton key={at} height={104} />)}
    </SimpleGrid>
  );
}

function NumberCard({ group: { title, main, others = [], to, needs, isCapped } }: { group: NumberGroup }) {
  const mayRead = useMay(needs);
  const textOf = (count: number) => (isCapped ? texts.atLeast(number.format(count)) : number.format(count));
  const shown = (one: Counted, text: string, className: string, name?: string) =>
    mayRead ? (
      <PageLink to={to} search={one.search} className={className} aria-label={name}>
        {text}
      </PageLink>
    ) : (
      <span>{text}</span>
    );
  return (
    <Card withBorder {...(mayRead ? { className: styles.card ?? '' } : {})}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text
        component="div"
        className={styles.number ?? ''}
        data-bad={(main.isBad && main.count > 0) || undefined}
      >
        {shown(main, textOf(main.count), styles.whole ?? '', `${title}: ${textOf(main.count)}`)}
      </Text>
      <Group gap="0.1rem 0.6rem" mih="1.2rem" className={styles.others ?? ''}>
        {others
          .filter(({ count }) => count > 0)
          .map((one) => (
            <span key={one.name}>{shown(one, `${textOf(one.count)} ${one.name}`, styles.other ?? '')}</span>
          ))}
      </Group>
    </Card>
  );
}
