import { useParams, useRouterState } from '@tanstack/react-router';
import { PageLink } from './page-link.tsx';
import styles from './page-tabs.module.css';

interface Tab {
  /** Below the tenant. */
  to: string;
  title: string;
}

/** The pages of a section. Each has an address, so these are links. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly (Tab | false)[] }) {
  const { tenant } = useParams({ strict: false }) as { tenant: string };
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs
        .filter((tab) => tab !== false)
        .map(({ to, title }) => (
          <PageLink
            key={to}
            to={to}
            className={styles.tab}
            aria-current={path.endsWith(`/${tenant}/${to}`) ? 'page' : undefined}
          >
            {title}
          </PageLink>
        ))}
    </nav>
  );
}
