import { Card, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Names and values of one thing. */
export function Facts({
  title,
  rows,
}: {
  title?: string;
  rows: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <Card withBorder padding="lg">
      {title ? (
        <Title order={2} size="h4" mb="md">
          {title}
        </Title>
      ) : null}
      <FactRows rows={rows} />
    </Card>
  );
}

/** The same without a frame. */
export function FactRows({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
