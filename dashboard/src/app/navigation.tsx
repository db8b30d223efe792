import { NavLink, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { texts } from '../texts/app.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useSession } from './me.ts';
import styles from './navigation.module.css';
import { groupTitles, offeredTo, type Section, sectionOfPath } from './sections.ts';

/** The sections that the user may open. */
export function Navigation() {
  const { me, tenant } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const open = sectionOfPath(path);
  const offered = offeredTo(me.scopes);
  const groups = [...new Set(offered.map(({ group }) => group))];
  return (
    <nav aria-label={texts.navigation} key={tenant}>
      {groups.map((group) => (
        <div key={group} className={styles.group}>
          {groupTitles[group] ? (
            <Text className={styles.title} size="xs" c="dimmed">
              {groupTitles[group]}
            </Text>
          ) : null}
          {offered
            .filter((one) => one.group === group)
            .map((one) => (
              <Entry key={one.path} section={one} active={one === open} />
            ))}
        </div>
      ))}
    </nav>
  );
}

function Entry({ section: { path, title, icon: Icon }, active }: { section: Section; active: boolean }) {
  return (
    <NavLink
      className={styles.entry ?? ''}
      renderRoot={(props) => <PageLink to={path} {...props} aria-current={active ? 'page' : undefined} />}
      label={title}
      leftSection={<Icon size={17} aria-hidden />}
      active={active}
    />
  );
}
