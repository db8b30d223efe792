import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../texts/app.ts';
import { PageLink } from './page-link.tsx';
import styles from './strip.module.css';

interface Parts {
  title: string;
  text?: string;
  /** The list that this is one of. */
  back?: { to: string; title: string };
  /** Badges beside the title. */
  beside?: ReactNode;
  /** Buttons at the end. */
  children?: ReactNode;
  /** The page is a list: on a phone, its first row is on the first screen. */
  isList?: boolean;
}

/** The head of a page, and the title of the window. After a change of the page, its title has the focus. */
export function PageHead({ title, text, back, beside, children, isList = false }: Parts) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${texts.name}`;
    // The frame moved the focus to the content (app/use-page-change.ts). The user may have moved it on already.
    if (document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <Group
      justify="space-between"
      align="flex-start"
      mb={isList ? { base: 'xs', sm: 'lg' } : 'lg'}
      gap={isList ? 'xs' : 'md'}
    >
      <Stack gap={4} miw={0} flex="1 1 22rem">
        {back ? (
          <Anchor
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <PageLink to={back.to} {...props} />}
          >
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
          <Text c="dimmed" maw={720} {...(isList ? { visibleFrom: 'sm' } : {})}>
            {text}
          </Text>
        ) : null}
      </Stack>
      <Group gap="sm" className={isList ? `${styles['strip']} ${styles['acts']}` : ''}>
        {children}
      </Group>
    </Group>
  );
}
