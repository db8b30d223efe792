import { html, type Markup } from '../../lib/markup.ts';

/** A client as users recognize it. */
export interface PageClient {
  name: string;
  logoUri: string | null;
}

/** Returns the host that the user is sent to. Returns undefined for the scheme of an app, and for text that cannot be a URL. */
function hostOf(redirectUri: string | undefined): string | undefined {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return undefined;
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : undefined;
}

/** Returns the first letter of a name, in place of a logo. */
const initialOf = (name: string): string =>
  /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0].toLocaleUpperCase('en') ?? '?';

/**
 * The logo of a client and the host that the user is sent to. Anybody can take the name of another company, but not its host.
 * The browser loads the logo from its own server and sends that server no `Referer`. The initial lies behind the logo, so that it
 * shows if the logo cannot be loaded.
 */
export function clientHeader({ name, logoUri }: PageClient, redirectUri?: string): Markup {
  const host = hostOf(redirectUri);
  const logo = logoUri && html`<img src="${logoUri}" alt="" referrerpolicy="no-referrer">`;
  return html`<div class="client"><div class="logo"><span class="initial" aria-hidden="true">${initialOf(name)}</span>${logo}</div><div><strong>${name}</strong>${host !== undefined && html`<br><span class="hint">${host}</span>`}</div></div>`;
}
