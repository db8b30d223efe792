import { useCallback, useEffect, useRef, useState } from 'react';
import { texts } from '../../texts/sign-in.ts';
import styles from './mail-frame.module.css';

const { mails: words } = texts;

/** How the styles of the mail wait until a script sets them: the policy of the dashboard allows no inline styles. */
const waiting = 'data-style';

/**
 * Draws a mail into a frame. The policy of the dashboard holds in the frame, too: it allows the styles that a script sets, and no style
 * element. A link would leave the frame, so there is none.
 */
function draw(page: Document, html: string): void {
  const text = html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(' style="', ` ${waiting}="`);
  const mail = new DOMParser().parseFromString(text, 'text/html');
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href');
  page.replaceChild(page.adoptNode(mail.documentElement), page.documentElement);
  for (const element of page.querySelectorAll<HTMLElement>(`[${waiting}]`)) {
    element.style.cssText = element.getAttribute(waiting) ?? '';
    element.removeAttribute(waiting);
  }
}

/** Shows a mail as mail programs show it, in a frame without scripts. */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(480);
  const show = useCallback(() => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    draw(page, html);
    setHeight(page.documentElement.scrollHeight);
  }, [html]);
  useEffect(show, [show]);
  return (
    <iframe
      ref={frame}
      title={words.preview.title}
      tabIndex={-1}
      sandbox="allow-same-origin"
      className={styles['frame']}
      height={height}
      onLoad={show}
    />
  );
}
