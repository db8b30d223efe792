import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
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

/** The head of a page, and the title of the window. After a change of the page, its title has the focus. */
export function PageHead({ title, text, back, beside, children }: Parts) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${texts.name}`;
    // The frame moved the focus to the content (app/use-page-change.ts). The user may have moved it on already.
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true });
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
          <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
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
