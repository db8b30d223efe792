import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { texts } from '../texts/app.ts';
import { sectionOfPath } from './sections.ts';

/**
 * After a change of the page, moves the focus to its content, so that screen readers and the Tab key go on there. PageHead
 * moves it on to the title of the page. Until then the window has the title of the section.
 */
export function usePageChange(content: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(path);
  // Before PageHead, which knows a better title.
  useLayoutEffect(() => {
    const title = sectionOfPath(path)?.title;
    document.title = title ? `${title} · ${texts.name}` : texts.name;
  }, [path]);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    content.current?.focus({ preventScroll: true });
  }, [path, content]);
}
