import { html, type Markup } from '../../lib/markup.ts';

/** An application as users recognize it. */
export interface PageApplication {
  name: string;
  /** https. */
  logoUri: string | null;
}

/** Returns the first letter of a name, in place of a logo. */
const initialOf = (name: string): string =>
  /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0].toLocaleUpperCase('en') ?? '?';

/**
 * The logo of an application. The browser loads it from its own server and sends that server no `Referer`. The initial lies
 * behind the logo, so that it shows if the logo cannot be loaded. The name must stand beside it.
 */
export function applicationLogo({ name, logoUri }: PageApplication): Markup {
  const logo = logoUri !== null && html`<img src="${logoUri}" alt="" referrerpolicy="no-referrer">`;
  return html`<span class="logo"><span class="initial" aria-hidden="true">${initialOf(name)}</span>${logo}</span>`;
}
