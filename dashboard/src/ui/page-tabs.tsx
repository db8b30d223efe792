import { Tabs } from '@mantine/core';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { PageLink } from './page-link.tsx';
import styles from './page-tabs.module.css';
import { useSearch } from './use-search.ts';

interface Tab {
  /** Below the tenant. */
  to: string;
  title: string;
  /** Also while a page below it is open. */
  isOpen?: boolean;
}

/** The pages of a section. Each has an address, so these are links. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly (Tab | false)[] }) {
  const { tenant } = useParams({ strict: false }) as { tenant: string };
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs
        .filter((tab) => tab !== false)
        .map(({ to, title, isOpen }) => (
          <PageLink
            key={to}
            to={to}
            className={styles.tab}
            aria-current={(isOpen ?? path.endsWith(`/${tenant}/${to}`)) ? 'page' : undefined}
          >
            {title}
          </PageLink>
        ))}
    </nav>
  );
}

interface Part {
  name: string;
  title: string;
  /** Rendered only while it is the open one. */
  content: ReactNode;
}

/** The parts of a page. The address says which one is open: `?tab=…`. Filters of the last part do not hold for the next. */
export function TabsInAddress({ parts }: { parts: readonly (Part | false)[] }) {
  const [{ tab }] = useSearch();
  const navigate = useNavigate();
  const offered = parts.filter((part) => part !== false);
  const open = offered.find(({ name }) => name === tab) ?? offered[0];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the open tab may be beyond the edge.
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open?.name]);
  if (!open) return null;
  return (
    <Tabs
      value={open.name}
      onChange={(value) => void navigate({ to: '.', search: { tab: value ?? open.name } })}
      mb="lg"
    >
      <Tabs.List ref={list} className={styles.list ?? ''}>
        {offered.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open.name} pt="lg">
        {open.content}
      </Tabs.Panel>
    </Tabs>
  );
}
