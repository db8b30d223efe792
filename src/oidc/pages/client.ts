import { html, type Markup } from '../../lib/markup.ts';
import { applicationLogo, type PageApplication } from '../../platform/pages/application.ts';

/** Returns the host that the user is sent to. Returns undefined for the scheme of an app, and for text that cannot be a URL. */
export function hostOf(redirectUri: string | undefined): string | undefined {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return undefined;
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : undefined;
}

/**
 * The logo of a client and the host that the user knows it by. Anybody can take the name of another company, but not its host.
 * @param address where the user is sent; the address of its metadata document, if the client has one
 */
export function clientHeader(client: PageApplication, address?: string): Markup {
  const host = hostOf(address);
  return html`<div class="client">${applicationLogo(client)}<div><strong>${client.name}</strong>${host !== undefined && html`<br><span class="hint">${host}</span>`}</div></div>`;
}
