import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { texts } from '../texts/app.ts';
import { PageLink } from './page-link.tsx';

interface Parts {
  title: string;
  text?: string;
  /** The list that this is one of. */
  back?: { to: string; title: string };
  /** Badges beside the title. */
  beside?: ReactNode;
  /** Buttons at the end. */
  children?: ReactNode;
}

/** The head of a page, and the title of the window. */
export function PageHead({ title, text, back, beside, children }: Parts) {
  useEffect(() => {
    document.title = `${title} · ${texts.name}`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4} miw={0} flex="1 1 22rem">
        {back ? (
          <Anchor size="sm" renderRoot={(props) => <PageLink to={back.to} {...props} />}>
            ← {back.title}
          </Anchor>
        ) : null}
        <Group gap="sm">
          <Title order={1} size="h2">
            {title}
          </Title>
          {beside}
        </Group>
        {text ? (
          <Text c="dimmed" maw={720}>
            {text}
          </Text>
        ) : null}
      </Stack>
      <Group gap="sm">{children}</Group>
    </Group>
  );
}
