import { Anchor, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { RiskyIdentity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/overview.ts';
import { PageLink } from '../../ui/page-link.tsx';

export function Riskiest({ identities }: { identities: readonly RiskyIdentity[] | undefined }) {
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.riskiest.title}
        </Title>
        <Anchor
          size="sm"
          renderRoot={(props) => <PageLink to="identities" search={{ sort: '-riskScore' }} {...props} />}
        >
          {texts.riskiest.all}
        </Anchor>
      </Group>
      <Stack gap="sm">
        {identities?.length === 0 ? <Text c="dimmed">{texts.riskiest.empty}</Text> : null}
        {identities?.map(({ id, name, riskScore }) => (
          <Group key={id} wrap="nowrap" gap="md">
            <Anchor
              flex={1}
              miw={0}
              truncate
              renderRoot={(props) => <PageLink to={`identities/${id}`} {...props} />}
            >
              {name}
            </Anchor>
            <Progress
              value={riskScore}
              w={120}
              color={riskScore >= 70 ? 'red' : riskScore >= 40 ? 'orange' : 'yellow'}
              aria-label={`${texts.riskiest.score}: ${name}`}
            />
            <Text size="sm" w={28} ta="right">
              {riskScore}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
