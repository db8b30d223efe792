import type { DrivenPage } from '../support/devtools.ts';
import type { TestService } from '../support/service.ts';
import { callApi } from './call-api.ts';
import { type Quickstart, startQuickstart } from './quickstart.ts';
import { walkMobile } from './walk-mobile.ts';
import { walkPages } from './walk.ts';

/** Starts a quickstart as docs/quickstarts.md says, calls its API, and signs a user in and out. */
export async function tryOut(
  quickstart: Quickstart,
  service: TestService,
  openPage: (address: string) => Promise<DrivenPage>,
): Promise<void> {
  const running = await startQuickstart(quickstart, service);
  await callApi(running);
  // The first sign-in loads the pages of the service, and the settings of the issuer. On a busy machine, that takes longer than the walk waits.
  await fetch(`${running.home}sign-in`);
  if (quickstart.type === 'native') await walkMobile(running, openPage);
  else await walkPages(await openPage(running.home), quickstart);
}
