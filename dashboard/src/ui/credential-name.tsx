import { Stack, Text } from '@mantine/core';
import { RowLink } from './columns.tsx';

/** The name of a credential as a link to its page, with the ends of its secret. */
export const CredentialName = ({
  of: { id, name, prefix, last4 },
}: {
  of: { id: string; name: string; prefix: string; last4: string };
}) => (
  <Stack gap={0}>
    <RowLink to={`credentials/${id}`}>{name}</RowLink>
    <Text size="xs" c="dimmed" ff="monospace">
      {prefix}…{last4}
    </Text>
  </Stack>
);
