import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { acceptedLocale } from '../../src/lib/locale.ts';
import { findings, inEveryLight } from '../support/accessibility.ts';
import { aUser } from '../support/builders.ts';
import type { DrivenPage } from '../support/devtools.ts';
import { pageOrigin } from '../support/passkey-visits.ts';
import { shoot } from '../support/screenshots.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

export const password = 'vivid-harbor-cello-42';
export const anotherPassword = 'quiet-lantern-orbit-17';

/** Names that are long, have long words and look like markup. */
export const longName = 'Maximiliane Donaudampfschifffahrtsgesellschaftskapitänswitwe <b>& Söhne</b>';
export const longWord = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
export const aLongEmail = (): string =>
  `maximiliane.von-und-zu.${crypto.randomUUID().slice(0, 13)}@donaudampfschifffahrtsgesellschaft.example`;

/** A request that pages were shown at, in every light. */
export interface Look {
  method: string;
  path: string;
  /** The faults of the page, each with its light and screen. */
  found: string[];
}

/** A person before a browser, and the service they look at. */
export interface Visit {
  service: TestService;
  page: DrivenPage;
  orgId: string;
  origin: string;
  /** Opens a path of the service, or an address. */
  go: (path: string) => Promise<void>;
  /** Fills in the fields and sends their form, or presses the button of this selector. */
  send: (fields: Record<string, string>, button?: string) => Promise<void>;
  /** Presses what leads to another page. */
  press: (selector: string) => Promise<void>;
  textOf: (selector: string) => Promise<string>;
  /** Expects a page with this heading in English. */
  at: (heading: string | RegExp) => Promise<void>;
  /** The same of one that axe has not looked at yet, and has it do so in every light. */
  look: (name: string, heading: string | RegExp, media?: 'print') => Promise<void>;
  /** Signs in a user who has only a password. */
  signIn: (email: string, word?: string) => Promise<void>;
  /** Returns the link in the newest mail to a user. */
  linkTo: (email: string) => Promise<string>;
}

/** Every way through the pages, by its name. */
export type Tour = (visit: Visit) => Promise<void>;

/** PAGES_LANGUAGE=<de or fr> is for those who look at the pictures. */
export const language = acceptedLocale(process.env['PAGES_LANGUAGE']) ?? 'en';

/** A service that does everything, and keeps its mails at /dev/mail. */
export const startForVisits = (): Promise<TestService> =>
  startTestService({ ROLE: 'all', DATA_DIR: mkdtempSync(join(tmpdir(), 'keyward-mails-')) });

/** Creates an active user with a password. */
export async function somebody(
  { service: { ours } }: Pick<Visit, 'service'>,
  { email = anEmail(), displayName = 'Ada Lovelace' } = {},
): Promise<{ id: string; email: string }> {
  return { id: await aUser(ours, { email, password, displayName }), email };
}

/** Changes how people sign in, until the test ends. */
export async function configure(
  { service: { ours } }: Pick<Visit, 'service'>,
  name:
    | 'PasswordPolicy'
    | 'TotpConfig'
    | 'MagicLinkConfig'
    | 'WebauthnConfig'
    | 'RegistrationConfig'
    | 'Branding',
  body: Record<string, unknown>,
): Promise<void> {
  const { body: before } = await ours.call(`get${name}`);
  const { status, body: after } = await ours.call(`update${name}`, { body });
  expect([status, after]).toEqual([200, after]);
  const was = Object.fromEntries(Object.keys(body).map((field) => [field, before[field]]));
  onTestFinished(async () => void (await ours.call(`update${name}`, { body: was })));
}

/** @param looks grows with every page that was looked at */
export async function visiting(
  service: TestService,
  page: DrivenPage,
  { tour, looks }: { tour: string; looks: Look[] },
): Promise<Visit> {
  const orgId = service.ours.orgId ?? '';
  const origin = pageOrigin(service);
  await page.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Language': language } });
  await page.send('Security.setIgnoreCertificateErrors', { ignore: true });
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  const run = (script: string) => page.leads(() => page.evaluate(script));
  const visit: Visit = {
    service,
    page,
    orgId,
    origin,
    go: (path) => page.leads(() => page.send('Page.navigate', { url: new URL(path, origin).href })),
    send: (fields, button = 'button:not([type=button])') =>
      run(`(() => {
        const fields = ${JSON.stringify(fields)};
        const [first] = Object.keys(fields);
        const field = [...document.querySelectorAll('main input[name="' + first + '"]')]
          .find((one) => !one.readOnly && one.checkVisibility());
        for (const name in fields) field.form.elements[name].value = fields[name];
        field.form.noValidate = true;
        field.form.querySelector(${JSON.stringify(button)}).click();
      })()`),
    press: (selector) => run(`document.querySelector(${JSON.stringify(selector)}).click()`),
    textOf: (selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`),
    async at(heading) {
      if (language === 'en') expect(await visit.textOf('h1')).toMatch(heading);
    },
    async look(name, heading, media) {
      const { method, url, headers } = page.shown();
      await visit.at(heading);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'(?!.*unsafe)/);
      const found: string[] = [];
      let isSeen = false;
      await inEveryLight(
        page,
        async (light, screen) => {
          const here = `${tour}-${name}-${light}-${screen}`;
          found.push(...(await findings(page, { onlyVisual: isSeen })).map((one) => `${here}: ${one}`));
          isSeen = true;
          await shoot(page, here);
        },
        media,
      );
      looks.push({ method, path: new URL(url).pathname, found });
    },
    async signIn(email, word = password) {
      await visit.go(`/login/${orgId}`);
      await visit.send({ username: email });
      await visit.send({ password: word });
    },
    async linkTo(email) {
      await expect
        .poll(
          async () => {
            await visit.go('/dev/mail');
            return (await visit.textOf('main li')).includes(email);
          },
          { timeout: 20_000 },
        )
        .toBe(true);
      await visit.press('main li a');
      const link = await page.evaluate<string>(`document.querySelector('main pre a').href`);
      return link;
    },
  };
  return visit;
}
