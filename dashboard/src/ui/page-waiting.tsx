import { Card, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { texts } from '../texts/ui.ts';

/** The shape of a page of one thing, while it is read. */
export function PageWaiting() {
  return (
    <Stack gap="lg" aria-busy>
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <Stack gap="xs">
        <Skeleton height={14} width={96} />
        <Skeleton height={28} width="min(22rem, 70%)" />
      </Stack>
      <Card withBorder padding="lg">
        <Stack gap="md">
          <Skeleton height={18} width="30%" />
          <Skeleton height={14} width="80%" />
          <Skeleton height={14} width="60%" />
          <Skeleton height={14} width="70%" />
        </Stack>
      </Card>
    </Stack>
  );
}
