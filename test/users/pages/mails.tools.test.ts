import { describe, expect, test } from 'vitest';
import { defaultBranding } from '../../../src/platform/pages/branding.ts';
import { findings, inEveryLight, pageRules } from '../../support/accessibility.ts';
import { aBrowser } from '../../support/devtools.ts';
import { type AnyMail, everyMail } from '../../support/mails.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { shoot } from '../../support/screenshots.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'mails are looked at only with Chromium (Debian: apt-get install chromium)';

/** One mail of each kind; those of changes differ in a word. */
const oneOfEach = (mails: AnyMail[]): AnyMail[] => [
  ...new Map(mails.map((mail) => [`${mail.kind} ${mail.locale}`, mail])).values(),
];

const inColors = (primaryColor: string, backgroundColor: string): AnyMail[] =>
  oneOfEach(
    everyMail({
      branding: { ...defaultBranding, displayName: 'חברה לדוגמה', primaryColor, backgroundColor },
    }),
  )
    .filter(({ kind, locale }) => kind === 'SIGN_IN' && locale === 'en')
    .map((mail) => ({ ...mail, title: `${mail.title} on ${primaryColor}` }));

describe.skipIf(lacks(chromium, hint))('a mail in a browser', { timeout: 120_000 }, () => {
  test.for([
    ...oneOfEach(everyMail()),
    ...inColors('#ffffff', '#ffffff'),
    ...inColors('#7b7b7b', '#808080'),
    ...inColors('#191c22', '#000000'),
  ])('can be read and used: $title', async ({ title, content }) => {
    const page = await openPage('about:blank');
    const address = `data:text/html;charset=utf-8;base64,${Buffer.from(content.html).toString('base64')}`;
    await page.leads(() => page.send('Page.navigate', { url: address }));
    await inEveryLight(page, async (light, screen) => {
      expect(await findings(page, { without: pageRules })).toEqual([]);
      await shoot(page, `mail ${title} ${light} ${screen}`.replaceAll(' ', '-'));
    });
    expect(page.complaints()).toEqual([]);
  });
});
