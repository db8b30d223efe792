import { html, type Markup } from '../../lib/markup.ts';
import { isLoopbackHost } from '../../lib/loopback-host.ts';
import { say } from '../../platform/pages/catalogue.ts';
import type { PageView } from '../../platform/pages/view.ts';
import { type ClientOrigin, isDocumentUrl, isStranger } from '../strangers.ts';
import { strangerTexts } from './messages/strangers.ts';

/** The host that speaks for a client, which nobody else can take: that of its metadata document. A registered client has none. */
export const hostOfClient = (clientId: string): string | undefined =>
  isDocumentUrl(clientId) ? new URL(clientId).host : undefined;

/** Whether an answer goes to a program on the device of the user: by a loopback address, or by the scheme of a program. */
function staysOnComputer(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  return url !== null && (isLoopbackHost(url) || (url.protocol !== 'https:' && url.protocol !== 'http:'));
}

/**
 * Says what a user must know before allowing a client that no administrator has made: where it comes from, where the answer goes, and that
 * nobody has checked it. @returns null for clients of administrators
 */
export function strangerNotice(
  { locale }: Pick<PageView, 'locale'>,
  { client, redirectUri }: { client: { id: string; origin: ClientOrigin }; redirectUri: string | undefined },
): Markup | null {
  if (!isStranger(client) || redirectUri === undefined) return null;
  const texts = say(strangerTexts, locale);
  const host = hostOfClient(client.id);
  const to = staysOnComputer(redirectUri)
    ? texts.backToComputer
    : texts.backToHost(URL.parse(redirectUri)?.host ?? '');
  return html`<div class="notice" role="note">
<p><strong>${texts.unchecked}</strong></p>
${host !== undefined && html`<p>${texts.hostOfApp(host)}</p>`}
<p>${to}</p>
</div>`;
}
