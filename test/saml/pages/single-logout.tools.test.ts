import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { somebody, startForVisits, type Visit, visiting } from '../../pages/visit.ts';
import { aBrowser } from '../../support/devtools.ts';
import { startLogoutServer } from '../../support/logout-server.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { aLogoutParty, joinedSession, type LogoutParty } from '../../support/saml-logout.ts';
import { redirectPath } from '../../support/saml-sign-on.ts';
import type { TestService } from '../../support/service.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const hint = 'frames are looked at only in Chromium (Debian: apt-get install chromium)';
const openPage = aBrowser(chromium);

describe.skipIf(lacks(chromium, hint))('a logout in a browser', { timeout: 60_000 }, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startForVisits();
  }, 60_000);
  afterAll(() => service.stop());

  /** A service provider, and its endpoint on this machine. */
  async function aServed(fields: Record<string, unknown> = {}) {
    const server = await startLogoutServer();
    return { server, party: await aLogoutParty(service.ours, { sloUrl: server.url, ...fields }) };
  }

  /** Signs in, and takes part at service providers. */
  async function aVisit(parties: readonly LogoutParty[]): Promise<Visit> {
    const visit = await visiting(service, await openPage('about:blank'), { tour: 'logout', looks: [] });
    const { email } = await somebody(visit);
    await visit.signIn(email);
    await visit.page.send('Emulation.setScriptExecutionDisabled', { value: true });
    for (const party of parties) await visit.go(await redirectPath(party));
    await visit.page.send('Emulation.setScriptExecutionDisabled', { value: false });
    return visit;
  }

  /** A page waits five seconds for its frames. Here it waits a minute more, because a browser on a busy machine is slow. */
  async function withMoreTime(): Promise<void> {
    await service.sql(
      `create function shown_later() returns trigger language plpgsql as $$ begin
         new.shown_at := new.shown_at + interval '1 minute';
         return new;
       end $$;
       create trigger shown_later before update of shown_at on saml_logouts
         for each row execute function shown_later()`,
    );
    onTestFinished(async () => {
      await service.sql('drop function shown_later() cascade');
    });
  }

  /** Asks for a logout as the service provider does that the user is at. */
  async function askedBy(visit: Visit, party: LogoutParty): Promise<void> {
    const url = await party.saml.getLogoutUrlAsync(await joinedSession(service, party), 'here', {});
    await visit.page.send('Page.navigate', { url });
  }

  test('reaches service providers by both bindings, and takes the user back by itself', async () => {
    await withMoreTime();
    const asker = await aServed();
    const byRedirect = await aServed();
    const byPost = await aServed({ sloBinding: 'HTTP-POST' });
    for (const { server, party } of [byRedirect, byPost]) server.answerAs(party);
    const visit = await aVisit([asker.party, byRedirect.party, byPost.party]);
    await askedBy(visit, asker.party);
    await expect.poll(() => asker.server.came, { timeout: 20_000 }).toEqual(['GET LogoutResponse']);
    expect([byRedirect.server.came, byPost.server.came]).toEqual([
      ['GET LogoutRequest'],
      ['POST LogoutRequest'],
    ]);
    expect(await service.sql('select distinct state from saml_logout_parts')).toEqual([{ state: 'DONE' }]);
    // The empty frame, before its form is sent, is one of ours. Nothing runs in it.
    const isOfEmptyFrame = (text: string) => text.includes('can escape its sandboxing');
    expect(visit.page.complaints().filter((text) => !isOfEmptyFrame(text))).toEqual([]);
    const heading = () => visit.page.evaluate('document.querySelector("h1")?.textContent');
    await expect.poll(heading, { timeout: 20_000 }).toBe('Bye');
    await visit.go(`/account/${visit.orgId}`);
    // `go` may have awaited the end of the page before, whose heading was there earlier.
    await expect.poll(heading, { timeout: 20_000 }).toBe('Sign in');
  });

  test('shows the user after five seconds which application did not respond', async () => {
    const asker = await aServed();
    const silent = await aServed({ name: 'Silent app' });
    const visit = await aVisit([asker.party, silent.party]);
    await askedBy(visit, asker.party);
    await expect
      .poll(() => visit.page.evaluate<string>('document.querySelector("h1")?.textContent'), {
        timeout: 20_000,
      })
      .toBe('You may still be signed in to some apps');
    expect(await visit.textOf('main li')).toBe('Silent app');
    await visit.press('main a.button');
    expect(asker.server.came).toEqual(['GET LogoutResponse']);
  });

  test('goes on without scripts', async () => {
    await withMoreTime();
    const asker = await aServed();
    const other = await aServed();
    other.server.answerAs(other.party);
    const visit = await aVisit([asker.party, other.party]);
    await visit.page.send('Emulation.setScriptExecutionDisabled', { value: true });
    await askedBy(visit, asker.party);
    await expect.poll(() => asker.server.came, { timeout: 20_000 }).toEqual(['GET LogoutResponse']);
    expect(other.server.came).toEqual(['GET LogoutRequest']);
  });
});
