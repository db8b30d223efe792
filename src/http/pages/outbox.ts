// For developers alone, so there is no catalogue of its texts.
import { html, type Markup, raw } from '../../lib/markup.ts';
import type { MailMessage } from '../../lib/mail-message.ts';
import { layout } from '../../platform/pages/layout.ts';
import type { PageView } from '../../platform/pages/view.ts';

type Mail = MailMessage & { name: string; sentAt: string };

/** What was mailed, the newest first. */
export const outboxPage = (view: PageView, mails: readonly Mail[]): Markup =>
  layout(
    view,
    'Mails',
    html`<p>There is no mail server (SMTP_URL), so mails stay on this machine for 30 days. Reload to see newer ones.</p>
${mails.length === 0 && html`<p>None yet.</p>`}
<ul>${mails.map(
      ({ name, subject, to, sentAt }) => html`
<li><a href="/dev/mail/${name}">${subject || 'Without a subject'}</a><br>${to}<br><time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')}</time></li>`,
    )}</ul>`,
  );

/** One mail, as text with its links, and as HTML in a frame that can do nothing but open links. */
export const mailPage = (view: PageView, { name, subject, from, to, text, html: body }: Mail): Markup =>
  layout(
    view,
    subject || 'Without a subject',
    html`<div class="wide">
<p>From ${from}<br>To ${to}</p>
<pre>${linked(text)}</pre>
${
  body !== '' &&
  html`<h2>As HTML</h2>
<iframe src="/dev/mail/${name}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" width="100%" height="320"></iframe>`
}
<p><a href="/dev/mail">All mails</a></p>
</div>`,
  );

const linked = (text: string): Markup[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, at) =>
      at % 2 === 1 ? html`<a href="${piece}" rel="noreferrer">${piece}</a>` : html`${piece}`,
    );

/** The HTML of a mail, whose links open beside it: our pages let nobody frame them. To be sent with headers that disarm it. */
export const mailFrame = ({ html: body }: Pick<Mail, 'html'>): Markup =>
  raw(body.replace(/<head>/i, '<head><base target="_blank">'));
