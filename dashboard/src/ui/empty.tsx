import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says what belongs here and how to get it. `children` are the actions. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py={64} px="md">
      <Title order={2} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={520}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
