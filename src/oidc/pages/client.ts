import { html, type Markup } from '../../lib/markup.ts';
import { applicationLogo, type PageApplication } from '../../platform/pages/application.ts';

/** Returns the host that the user is sent to. Returns undefined for the scheme of an app, and for text that cannot be a URL. */
export function hostOf(redirectUri: string | undefined): string | undefined {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return undefined;
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : undefined;
}

/**
 * The logo of a client and the host that the user is sent to. Anybody can take the name of another company, but not its host.
 */
export function clientHeader(client: PageApplication, redirectUri?: string): Markup {
  const host = hostOf(redirectUri);
  return html`<div class="client">${applicationLogo(client)}<div><strong>${client.name}</strong>${host !== undefined && html`<br><span class="hint">${host}</span>`}</div></div>`;
}
