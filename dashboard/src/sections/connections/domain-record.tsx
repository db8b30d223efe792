import { Stack, Text } from '@mantine/core';
import type { FederatedDomain } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Id } from '../../ui/copy.tsx';
import { FactRows } from '../../ui/facts.tsx';

const { domains: words } = texts;

/** The DNS record that proves a domain, each part with a button that copies it. */
export function DomainRecord({ domain }: { domain: FederatedDomain }) {
  const { verification } = domain;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {words.explained[domain.status as keyof typeof words.explained]}
      </Text>
      <FactRows
        rows={[
          [words.type, 'TXT'],
          [words.name, <Id key="name" value={verification.name} label={words.name} />],
          [words.value, <Id key="value" value={verification.value} label={words.value} />],
        ]}
      />
      <Text size="xs" c="dimmed">
        {words.hint}
      </Text>
    </Stack>
  );
}
