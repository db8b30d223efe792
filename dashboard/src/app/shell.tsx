import { ActionIcon, Burger, Drawer, Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useParams, useRouteContext, useRouterState } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Me } from '../generated/types.gen.ts';
import { texts } from '../texts/app.ts';
import { Empty } from '../ui/empty.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { FailedReads } from './failed-reads.tsx';
import icon from './icon.svg';
import { SessionProvider } from './me.ts';
import { Navigation } from './navigation.tsx';
import { OrganizationSwitch, OtherOrganization } from './organization-switch.tsx';
import { noteVisit } from './recent.ts';
import { mayRead, sections } from './sections.ts';
import styles from './shell.module.css';
import { useMe } from './use-me.ts';
import { usePageChange } from './use-page-change.ts';
import { UserMenu } from './user-menu.tsx';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })));

/** What had the focus was closed: the focus goes to what opened it. */
const focusIfLost = (opener: Element | null): void => {
  if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
};

/** The frame of every page of a tenant. */
export function Shell() {
  const { tenant } = useParams({ strict: false }) as { tenant: string };
  const { me: opened } = useRouteContext({ strict: false }) as { me: Me };
  const me = useMe(tenant, opened);
  const session = useMemo(() => ({ me, tenant }), [me, tenant]);
  const [menu, { open, close }] = useDisclosure(false);
  const [palette, setPalette] = useState(false);
  const [other, { open: openOther, close: closeOther }] = useDisclosure(false);
  const content = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const waiting = useRouterState({ select: ({ status }) => status === 'pending' });

  const openPalette = useCallback(() => {
    opener.current = document.activeElement;
    setPalette(true);
  }, []);
  usePageChange(content);
  useEffect(() => noteVisit(tenant, path), [tenant, path]);
  useEffect(() => close(), [path, close]);
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, [openPalette]);

  const isTest = me.environment === 'test';
  const hasRights = sections.some((section) => mayRead(me.scopes, section));
  // A page that was opened with rights stays, with what was typed in its forms.
  const [kept, keep] = useState<string>();
  useEffect(() => {
    if (hasRights) keep(path);
  }, [hasRights, path]);
  // While another tenant is opened, calls name it already (`workIn`). So nothing of the one before may be used any more.
  const isOpen = path.split('/').includes(tenant);
  return (
    <SessionProvider value={session}>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <div className={styles.frame} data-environment={me.environment}>
        <aside className={styles.side}>
          <div className={styles.brand}>
            <img src={icon} alt="" width={26} height={26} />
            <span>{texts.name}</span>
          </div>
          <OrganizationSwitch onOther={openOther} />
          <Navigation />
        </aside>
        <div className={styles.main}>
          <header className={styles.top}>
            <Burger
              ref={burger}
              className={styles.burger}
              opened={menu}
              onClick={open}
              aria-label={texts.menu}
              size="sm"
            />
            <button type="button" className={styles.search} onClick={openPalette}>
              <Search size={16} aria-hidden />
              <span>{texts.search}</span>
              <kbd>Ctrl K</kbd>
            </button>
            <ActionIcon
              className={styles.smallSearch}
              variant="subtle"
              color="gray"
              size="lg"
              onClick={openPalette}
              aria-label={texts.search}
            >
              <Search size={18} aria-hidden />
            </ActionIcon>
            {waiting ? <Loader size="xs" aria-label={texts.loading} /> : null}
            <div className={styles.end}>
              <EnvironmentSwitch />
              <UserMenu />
            </div>
          </header>
          {isTest ? (
            <p className={styles.band} role="note">
              {texts.testBand}
            </p>
          ) : null}
          <main id="content" ref={content} className={styles.content} tabIndex={-1}>
            <FailedReads />
            {!isOpen ? null : hasRights || kept === path ? (
              <Outlet key={tenant} />
            ) : (
              <Empty title={texts.noRights.title} text={texts.noRights.text} />
            )}
          </main>
        </div>
      </div>
      <Drawer
        opened={menu}
        onClose={close}
        title={texts.name}
        size={280}
        // A page that was chosen has the focus by then.
        returnFocus={false}
        onExitTransitionEnd={() => focusIfLost(burger.current)}
      >
        <OrganizationSwitch onOther={openOther} />
        <Navigation />
      </Drawer>
      {other ? <OtherOrganization onClose={closeOther} /> : null}
      {palette ? (
        <Suspense>
          <Palette
            onOther={openOther}
            onClose={() => {
              setPalette(false);
              setTimeout(() => focusIfLost(opener.current));
            }}
          />
        </Suspense>
      ) : null}
    </SessionProvider>
  );
}
