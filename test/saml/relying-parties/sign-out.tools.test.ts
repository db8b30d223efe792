import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visiting } from '../../pages/visit.ts';
import { aBrowser } from '../../support/devtools.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { password } from '../../support/saml-sign-on.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { mellon } from './mellon.ts';
import {
  aScene,
  isSignedInThere,
  openFrame,
  parties,
  type Scene,
  signIn,
  signOutHere,
  titleOf,
} from './scene.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROLE: 'all' });
});
afterAll(() => service.stop());

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const withoutChromium = lacks(
  chromium,
  'Chromium signs users out of service providers (Debian: apt-get install chromium)',
);
const openPage = aBrowser(chromium);

const missing = parties.filter(([, isMissing]) => isMissing);
const withoutMellon = missing.some(([name]) => name.startsWith('Apache'));

/** The user is signed in at each of these service providers in one browser. */
async function scenesOf(starts: readonly Parameters<typeof aScene>[1][]): Promise<Scene[]> {
  const scenes: Scene[] = [];
  for (const start of starts) {
    const scene = await aScene(service, start, scenes[0] && { user: scenes[0].user, here: scenes[0].here });
    await signIn(scene);
    scenes.push(scene);
  }
  return scenes;
}

describe('a logout that begins here', { timeout: 60_000 }, () => {
  test.skipIf(missing.length > 0)(
    'ends the sessions of three service providers by frames in the browser',
    async () => {
      const scenes = await scenesOf(parties.map(([, , start]) => start));
      const [scene] = scenes as [Scene, ...Scene[]];
      const page = await signOutHere(scene);
      for (const one of scenes) {
        expect(one.sloSoapUrl).toBeNull();
        expect(await isSignedInThere(one)).toBe(true);
        await openFrame(one, page);
        expect(await isSignedInThere(one)).toBe(false);
      }
      const end = await scene.here.open(page.url);
      expect(titleOf(end)).toBe('You’re signed out');
      for (const { name } of scenes) expect(end.text).toContain(`<li>${name}</li>`);
    },
  );

  test.skipIf(withoutMellon)(
    'ends the session of mod_auth_mellon by SOAP when an administrator suspends the user',
    async () => {
      const scene = await aScene(service, mellon, { hasSoap: true });
      await signIn(scene);
      expect(scene.sloSoapUrl).toMatch(/^https:/);
      expect(await isSignedInThere(scene)).toBe(true);
      const { status } = await service.ours.call('suspendUser', {
        path: { userId: scene.user.id },
        body: { reason: 'left' },
      });
      expect(status).toBe(200);
      await expect
        .poll(
          () =>
            service.sql('select state from saml_logout_parts where service_provider_id = $1', [scene.spId]),
          { timeout: 15_000 },
        )
        .toEqual([{ state: 'DONE' }]);
      expect(scene.soapCalls()).toBe(1);
      expect(await isSignedInThere(scene)).toBe(false);
    },
  );
});

describe('a user in Chromium', { timeout: 60_000 }, () => {
  test.skipIf(withoutChromium || missing.length > 0).for(parties.map(([name], at) => [name, at] as const))(
    'signs in to three service providers, and signs out of all of them at %s',
    async ([, asker]) => {
      const visit = await visiting(service, await openPage('about:blank'), { tour: 'foreign', looks: [] });
      const scenes: Scene[] = [];
      for (const [, , start] of parties)
        scenes.push(
          await aScene(service, start, scenes[0] && { user: scenes[0].user, here: scenes[0].here }),
        );
      const [{ user }] = scenes as [Scene];
      const text = () => visit.page.evaluate<string>('document.body?.innerText ?? ""');
      const shows = (words: RegExp) => expect.poll(text, { timeout: 15_000 }).toMatch(words);
      for (const scene of scenes) {
        await visit.go(`${scene.party.origin}/private/`);
        if (scene === scenes[0]) {
          await shows(/Sign in/);
          await visit.at('Sign in');
          await visit.send({ username: user.email });
          await visit.send({ password });
        }
        await shows(new RegExp(`name_id=.*mail=${user.email}`, 's'));
      }
      await visit.page.send('Page.navigate', { url: `${scenes[asker]?.party.origin}/sign-out` });
      await shows(/^(urn:oasis:names:tc:SAML:2\.0:status:Success\s+)?signed out\s*$/);
      for (const scene of scenes) {
        await visit.go(`${scene.party.origin}/private/`);
        // The browser is led on from the application, so the page may still be an empty one.
        await shows(/Sign in/);
        await visit.at('Sign in');
      }
    },
  );
});
