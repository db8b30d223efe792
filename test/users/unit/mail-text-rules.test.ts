import { describe, expect, test } from 'vitest';
import { locales } from '../../../src/lib/locale.ts';
import { filledUnlinked, linkIn, unlinked, withBreaks } from '../../../src/lib/link-like.ts';
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
    ['a domain with an ideographic dot before Han', 'evil。中国'],
    ['a domain with an ideographic dot before Katakana', 'evil。コム'],
    ['a domain of an emoji', 'Open 😀.ws'],
    ['a domain of an emoji with a variation selector', 'Open ❤️.ws'],
    ['a domain in brackets', 'Open (evil).com'],
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
    ['a scheme before a placeholder', 'Open https:{organization}'],
    ['a scheme whose second slash a placeholder brings', 'Open https:/{organization} now'],
    ['a scheme whose slashes a placeholder brings', 'Open http:{organization}/ai'],
    ['a scheme of files before a placeholder', 'ftp:{organization}'],
    ['a scheme whose colon a placeholder brings', 'Open https{organization}'],
    ['a share that a placeholder completes', 'Open \\{organization}'],
    ['a share that begins with a placeholder', '{organization}\\evil'],
    ['a scheme that ends with a placeholder', 'Open evil{organization}//x'],
    ['a path of another server that a placeholder completes', 'Open /{organization}'],
    ['a phrase in one sign, hundreds of times', '\ufdfa'.repeat(1500)],
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
    'Welcome to {organization} 2026',
    'L’équipe d’{organization} / {organization}, Köln/{organization}: “{organization}”',
    '{organization} – Room 12 ({organization})',
    '12 ({organization}) 34',
    'For {organization}s users (.NET and others)… and others',
    'Keyward へ。パスワードを選んでください',
    'a\r\n'.repeat(19),
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
  test.for([
    'booking.com',
    'https://evil.example/?a&b',
    '0800 1234567',
    '1 2 3 4 5 6 7',
    'a.bc',
    'a⒈com',
    'evil\u0701com',
    'evil\ua4f8com',
    'evil。com',
    'evil。中国',
    'evil．com',
    'a\ufe13//b',
    'mailto\ufe13x',
    '😀.ws',
    '❤️.ws',
    '٠٨٠٠١٢٣٤',
    '\\\\evil',
    '//evil',
  ])('has a break in each link: %s', (name) => {
    const shown = withBreaks(unlinked(name), '\u2060');
    expect(shown.replaceAll('\u2060', '')).toBe(name);
    for (const piece of shown.split('\u2060')) expect(linkIn(piece)).toBeUndefined();
  });

  test('has a break in each address', () => {
    expect(withBreaks(unlinked('help@evil.example'), '-')).toBe('help@-evil.-example');
    expect(withBreaks(unlinked('help＠evil'), '-')).toBe('help＠-evil');
    expect(withBreaks(unlinked('https://a.bc'), '-')).toBe('https:-/-/-a.-bc');
  });

  test('has no joiners if no program would link it', () => {
    for (const name of ['Acme Inc.', 'J. R. R. Tolkien', 'Müller & Söhne', '3M', '24/7 Care'])
      expect(unlinked(name)).toBe(name);
  });
});

describe('a name with the text beside it', () => {
  const shownIn = (text: string, name: string, company = '') =>
    withBreaks(
      filledUnlinked(text, { organization: name, company }, { address: 'a@b.example' }, String),
      '-',
    );

  test.for([
    ['Open {organization}e/acme now.', 't.m', 'Open -t.-m-e/acme now.'],
    ['Open {organization}e now', 'evil.d', 'Open -evil.-d-e now'],
    ['Open http:{organization}/ai', '/', 'Open http:-/-/ai'],
    ['http{organization}', 's://a', 'http-s:-/-/-a-'],
    ['/{organization}', '/evil', '/-/-evil-'],
    ['Call 0800 {organization}', '123', 'Call 0800 -1-2-3-'],
    ['{organization} 2026', '1-800', '-1--8-0-0- 2026'],
    ['{organization}\u0301m', 'a.c', '-a.-c-\u0301m'],
  ] as const)('has breaks where both make a link: %s with %s', ([text, name, shown]) => {
    expect(shownIn(text, name)).toBe(shown);
    for (const piece of shown.split('-')) expect(linkIn(piece)).toBeUndefined();
  });

  test('has breaks in each slash of a scheme that an older release stored', () => {
    expect(shownIn('Open https:/{organization} now', '/evil.com/x')).toBe('Open https:/-/-evil.-com/-x- now');
  });

  test('has breaks where two names make a link', () => {
    expect(shownIn('{organization}{company}', 'evil.c', 'om')).toBe('-evil.-c--om-');
    expect(shownIn('{organization}.{company}', 'evil', 'com')).toBe('-evil-.-com-');
  });

  test('has none if both make no link, and addresses of ours have none', () => {
    for (const text of [
      'Welcome to {organization} 2026',
      '({organization})',
      'd’{organization}.',
      '{address}',
    ])
      expect(shownIn(text, 'Acme 3')).toBe(
        text.replace('{organization}', 'Acme 3').replace('{address}', 'a@b.example'),
      );
  });
});
