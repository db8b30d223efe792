import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../app/me.ts';
import { listAuditLogsOptions } from '../generated/@tanstack/react-query.gen.ts';
import type { AuditLog } from '../generated/types.gen.ts';
import { texts } from '../texts/ui.ts';
import { Moment } from './moment.tsx';
import { PageLink } from './page-link.tsx';
import { ThingLink } from './thing-link.tsx';

/** Who changed one thing lately, and the way to its whole history. Shown to users who may read the audit log. */
export function RecentChanges({
  id,
  most = 5,
  say = ({ action }) => action,
}: {
  id: string;
  most?: number;
  say?: (row: AuditLog) => string;
}) {
  const mayRead = useMay('audit.read');
  const { data } = useQuery({
    ...listAuditLogsOptions({ query: { targetId: id, limit: most } }),
    enabled: mayRead,
  });
  const rows = data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Card withBorder padding="lg" component="section" aria-label={texts.history.text}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.history.title}
        </Title>
        <Anchor
          size="sm"
          renderRoot={(props) => <PageLink to="audit" search={{ targetId: id }} {...props} />}
        >
          {texts.history.all}
        </Anchor>
      </Group>
      <Stack gap={6}>
        {rows.map((row) => (
          <Group key={row.id} gap="sm">
            <Text size="sm" c="dimmed" miw={150}>
              <Moment at={row.timestamp} />
            </Text>
            <Anchor size="sm" renderRoot={(props) => <PageLink to={`audit/${row.id}`} {...props} />}>
              {say(row)}
            </Anchor>
            {row.actor.id ? <ThingLink id={row.actor.id} name={row.actor.name} /> : null}
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
