import { answerPage } from '../sign-in/pages/answer.ts';
import { deviceConfirmPage, deviceDonePage, devicePage } from './pages/device.ts';
import { loggedOutPage, logoutPage } from './pages/logout.ts';
import { oidcErrorPage } from './pages/oidc-error.ts';
import type { PageView } from '../platform/pages/view.ts';
import type { EnginePage } from './engine/parts.ts';
import type { Markup } from '../lib/markup.ts';

/** Writes what the engine asks to show. */
export function enginePage(view: PageView, shown: EnginePage): Markup {
  if (shown.name === 'device') return devicePage(view, shown);
  if (shown.name === 'device-confirm') return deviceConfirmPage(view, shown);
  if (shown.name === 'device-done') return deviceDonePage(view);
  if (shown.name === 'logout') return logoutPage(view, shown);
  if (shown.name === 'logged-out') return loggedOutPage(view);
  if (shown.name === 'answer') return answerPage(view, shown);
  return oidcErrorPage(view, shown);
}
