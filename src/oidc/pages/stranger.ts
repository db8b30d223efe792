import { html, type Markup } from '../../lib/markup.ts';
import { isLoopbackHost } from '../../lib/loopback-host.ts';
import { say } from '../../platform/pages/catalogue.ts';
import type { PageView } from '../../platform/pages/view.ts';
import type { ClientOrigin } from '../client-origin.ts';
import { documentHostOf, isStranger } from '../strangers.ts';
import { strangerTexts } from './messages/strangers.ts';

/** Whether an answer goes to a program on the device of the user: by a loopback address, or by the scheme of a program. */
function staysOnComputer(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  return url !== null && (isLoopbackHost(url) || (url.protocol !== 'https:' && url.protocol !== 'http:'));
}

/**
 * Returns the facts for a user who is to allow a client that no administrator has made: the host of the client, the host that gets the
 * answer, and that the organization has not checked the client. @returns null for clients of administrators
 */
export function strangerNotice(
  { locale }: Pick<PageView, 'locale'>,
  { client, redirectUri }: { client: { id: string; origin: ClientOrigin }; redirectUri: string | undefined },
): Markup | null {
  if (!isStranger(client) || redirectUri === undefined) return null;
  const texts = say(strangerTexts, locale);
  const host = documentHostOf(client.id);
  const to = staysOnComputer(redirectUri)
    ? texts.backToComputer
    : texts.backToHost(URL.parse(redirectUri)?.host ?? '');
  return html`<div class="caution" role="note">
<p><strong>${texts.unchecked}</strong></p>
${host !== undefined && html`<p>${texts.hostOfApp(host)}</p>`}
<p>${to}</p>
</div>`;
}
