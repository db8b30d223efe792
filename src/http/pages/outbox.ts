// For developers alone, so there is no catalogue of its texts.
import { html, type Markup, raw } from '../../lib/markup.ts';
import type { MailMessage } from '../../lib/mail-message.ts';
import { layout } from '../../platform/pages/layout.ts';
import type { PageView } from '../../platform/pages/view.ts';

type Mail = MailMessage & { name: string; sentAt: string };

/** Renders the list of sent mails. @param mails the newest first */
export const outboxPage = (view: PageView, mails: readonly Mail[]): Markup =>
  layout(
    view,
    'Sent emails',
    html`<p>There is no mail server (SMTP_URL), so emails stay on this machine for 30 days. Reload the page to see new emails.</p>
${mails.length === 0 && html`<p>No emails yet.</p>`}
<ul>${mails.map(
      ({ name, subject, to, sentAt }) => html`
<li><a href="/dev/mail/${name}">${subject || '(No subject)'}</a><br>${to}<br><time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')}</time></li>`,
    )}</ul>`,
  );

/** One mail, as text with its links, and as HTML in a frame that can do nothing but open links. */
export const mailPage = (view: PageView, { name, subject, from, to, text, html: body }: Mail): Markup =>
  layout(
    view,
    subject || '(No subject)',
    html`<div class="wide">
<p>From ${from}<br>To ${to}</p>
<pre>${linked(text)}</pre>
${
  body !== '' &&
  html`<h2>HTML version</h2>
<iframe src="/dev/mail/${name}/html" title="HTML version of this email" sandbox="allow-popups allow-popups-to-escape-sandbox" width="100%" height="640"></iframe>`
}
<p><a href="/dev/mail">All emails</a></p>
</div>`,
  );

const linked = (text: string): Markup[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, at) =>
      at % 2 === 1 ? html`<a href="${piece}" rel="noreferrer">${piece}</a>` : html`${piece}`,
    );

/**
 * Returns the HTML of a mail, whose links open beside it, because our pages cannot be framed. Send it with headers that
 * disarm it.
 */
export const mailFrame = ({ html: body }: Pick<Mail, 'html'>): Markup =>
  raw(body.replace(/<head>/i, '<head><base target="_blank">'));
