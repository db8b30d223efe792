import { describe, expect, test } from 'vitest';
import { locales } from '../../../src/lib/locale.ts';
import { linkIn, unlinked, withBreaks } from '../../../src/lib/link-like.ts';
import { mistakesOfTexts } from '../../../src/users/mail-templates/text-rules.ts';
import { editableMails } from '../../../src/users/pages/mail-kinds.ts';
import { defaultTexts, mailParts } from '../../../src/users/pages/mail-texts.ts';

const mistakeOf = (text: string): string | undefined => mistakesOfTexts('INVITATION', { body: text })['body'];

describe('a text of a mail', () => {
  test.for([
    ['a web address', 'https://evil.example/login'],
    ['a web address without a dot', 'Open http://evil now'],
    ['a web address of another scheme', 'ftp://evil'],
    ['a scheme in full width', 'http：／／evil'],
    ['a path of another server', 'Open //evil/share'],
    ['a share of Windows', 'Open \\\\evil\\share'],
    ['a call', 'tel:0800'],
    ['a mail', 'mailto:help'],
    ['a script', 'javascript:alert'],
    ['a site by its name', 'Open www.evil now'],
    ['a domain', 'Open evil.example now'],
    ['a domain at the end', 'evil.com'],
    ['a domain in upper case', 'EVIL.COM'],
    ['a domain of another script', 'Откройте пример.рф сейчас'],
    ['a domain with A-labels', 'xn--e1afmkfd.xn--p1ai'],
    ['a domain with a full-width dot', 'evil．com'],
    ['a domain with an ideographic dot', 'evil。com'],
    ['a domain with a half-width ideographic dot', 'evil｡com'],
    ['a domain with a one-dot leader', 'evil․com'],
    ['a domain with a small dot', 'evil﹒com'],
    ['a domain with a number with a dot', 'Open ⒈com'],
    ['a domain in mathematical letters', '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦'],
    ['a domain in full-width letters', 'ｅｖｉｌ.ｃｏｍ'],
    ['a file', 'Open invoice.pdf'],
    ['an e-mail address', 'help@evil'],
    ['an e-mail address in full width', 'help＠evil'],
    ['an e-mail address with a small sign', 'help﹫evil'],
    ['a network address', 'Open 10.0.0.1 now'],
    ['a phone number', 'Call +1 555 010 9988'],
    ['a phone number with brackets', 'Call (0800) 123-4567'],
    ['a phone number in Arabic digits', 'Call ٠٨٠٠ ١٢٣ ٤٥٦٧'],
    ['a phone number in full-width digits', 'Call ０８００１２３４'],
    ['a phone number of keycaps', 'Call 1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣'],
    ['a phone number with letters', 'Call 1-800-FLOWERS'],
    ['a date, which Apple Mail links', 'until 31.12.2026'],
    ['a word right behind a dot', 'Welcome.Please open it'],
    ['an element', 'Read <b>now</b>'],
    ['an open bracket', 'Read <now'],
    ['an element in full width', '＜b＞'],
    ['an entity', 'evil&period;com'],
    ['an entity by its number', 'evil&#46;com'],
    ['a link of Markdown', '[Open](https://evil)'],
    ['a domain with a placeholder', '{organization}.example'],
    ['a domain that ends with a placeholder', 'evil.{organization}'],
    ['a domain that a placeholder completes', 'evil{organization}'],
    ['a domain that begins with a placeholder', '{organization}com'],
    ['a domain that the empty placeholder joins', 'evil{organization}.com'],
    ['a phone number that a placeholder completes', 'Call 0800 {organization}'],
    ['an unknown placeholder', 'Dear {email}'],
    ['a placeholder of the frame', 'Sent to {address} by {installation}, {duration}'],
    ['the name outside of the greeting', 'Dear {name}'],
    ['a brace', 'Dear {Name}'],
    ['an open brace', 'Dear {organization'],
    ['a brace in full width', 'Dear ｛organization｝'],
    ['more than 20 lines', 'a\n'.repeat(20)],
    ['a sign of one system', 'Your \uf8ff account'],
  ] as const)('is refused with %s', ([, text]) => {
    expect(mistakeOf(text)).toMatch(/^must /);
  });

  test.for([
    'Welcome to {organization}. Please choose a password.',
    'Terms & conditions: see the intranet (e.g. the page of the help desk).',
    'Für alle Kund:innen und Kolleg*innen, z.B. in Köln/Bonn.',
    'Bienvenue chez {organization} ! L’équipe d’{organization} vous attend à 10h30…',
    'Ihr {organization}-Konto ist bereit – bis 31. Dezember um 10:30 Uhr.',
    'Room 101, 2nd floor. Call extension 4711.',
    'ようこそ {organization} へ。パスワードを選んでください',
    'مرحبا بكم في {organization}',
    'A first paragraph.\nA second one.',
    'You can save 100 % 🎉',
  ])('may be: %s', (text) => {
    expect(mistakeOf(text)).toBeUndefined();
  });

  test('has only the placeholders of its mail and part, and the refusal lists them', () => {
    const texts = { subject: 'x {company}', greeting: 'Dear {name}', footer: '{name}' };
    expect(mistakesOfTexts('SIGN_IN', texts)).toEqual({
      subject: 'must not have the placeholder {company}; this text may have {organization}',
      footer: 'must not have the placeholder {name}; this text may have {organization}',
    });
    expect(mistakesOfTexts('CONNECTION', { subject: 'x {company}' })).toEqual({});
  });

  test('names the rule and an example', () => {
    expect(mistakeOf('Open evil.example')).toBe(
      'must not have a domain, or a word right behind a dot, also not together with a placeholder: mail programs make a link of it, and the button is the only link. Write: Welcome to {organization}. See you soon.',
    );
  });
});

test('our own texts obey the rules, in each language', () => {
  for (const kind of editableMails)
    for (const locale of locales) {
      const texts = defaultTexts(kind, locale);
      expect([kind, locale, mistakesOfTexts(kind, texts)]).toEqual([kind, locale, {}]);
      expect(mailParts.filter((part) => texts[part] === '')).toEqual([]);
    }
});

describe('a name in a mail', () => {
  test.for(['booking.com', 'https://evil.example/?a&b', '0800 1234567', 'a.bc'])(
    'has a break in each link: %s',
    (name) => {
      const shown = withBreaks(unlinked(name), '\u2060');
      expect(shown.replaceAll('\u2060', '')).toBe(name);
      for (const piece of shown.split('\u2060')) expect(linkIn(piece)).toBeUndefined();
    },
  );

  test('has a break in each address', () => {
    expect(withBreaks(unlinked('help@evil.example'), '-')).toBe('help@-evil.-example');
  });

  test('has no joiners if no program would link it', () => {
    for (const name of ['Acme Inc.', 'J. R. R. Tolkien', 'Müller & Söhne', '3M', '24/7 Care'])
      expect(unlinked(name)).toBe(name);
  });
});
