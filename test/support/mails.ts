import type { LinkPurpose } from '../../src/users/links/mailed-links.ts';
import type { Locale } from '../../src/lib/locale.ts';
import { locales } from '../../src/lib/locale.ts';
import type { MailContent } from '../../src/platform/mail.ts';
import type { Notice } from '../../src/platform/notice.ts';
import { defaultBranding } from '../../src/platform/pages/branding.ts';
import type { MailKind } from '../../src/users/pages/mail-kinds.ts';
import { type Addressed, invitationMail, linkMail, noticeMail } from '../../src/users/pages/mails.ts';
import { changeTexts } from '../../src/users/pages/messages/notices.ts';

export interface AnyMail {
  /** Such as `RESET_PASSWORD in de`. */
  title: string;
  kind: MailKind;
  locale: Locale;
  /** Undefined in a mail without a link. */
  link: string | undefined;
  content: MailContent;
}

export const mailBase = 'https://id.example.com:8443';
const link = `${mailBase}/login/org_01kahz5v3be4nr7q2m8x9c0d1e/reset-password/q8ZV3mYx0bN5sT2wKc7--L1jHuPdGa9eXo4iBnMvC6E`;

const recipient: Omit<Addressed, 'locale'> = {
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  branding: { ...defaultBranding, displayName: 'Acme Logistics' },
};

/** Every mail that Keyward sends, in every language: each kind, and each change that a mail tells of. */
export const everyMail = (to: Partial<Omit<Addressed, 'locale'>> = {}): AnyMail[] =>
  locales.flatMap((locale) => mailsIn({ ...recipient, ...to, locale }));

function mailsIn(to: Addressed): AnyMail[] {
  const { locale } = to;
  const sent = { baseUrl: mailBase, link };
  const asked = { ...to, minutes: 60, toUser: true, company: null };
  const mail = (kind: MailKind, content: MailContent, detail = ''): AnyMail => ({
    title: `${kind}${detail} in ${locale}`,
    kind,
    locale,
    link: kind.startsWith('CHANGED') ? undefined : link,
    content,
  });
  const purposes: readonly LinkPurpose[] = ['SIGN_IN', 'RESET_PASSWORD', 'VERIFY_EMAIL', 'CREATE_ACCOUNT'];
  const at = new Date('2026-01-15T10:30:00.000Z');
  return [
    mail('INVITATION', invitationMail(to, 7, sent)),
    ...purposes.map((purpose) => mail(purpose, linkMail({ ...asked, purpose, toUser: false }, sent))),
    mail('HAS_ACCOUNT', linkMail({ ...asked, purpose: 'CREATE_ACCOUNT' }, sent)),
    mail('CONNECTION', linkMail({ ...asked, purpose: 'SIGN_IN', company: { name: 'Contoso & Co' } }, sent)),
    ...(Object.keys(changeTexts.en) as Notice[]).flatMap((notice) =>
      [true, false].map((byThemselves) =>
        mail(
          byThemselves ? 'CHANGED_BY_USER' : 'CHANGED_BY_ADMINISTRATOR',
          noticeMail(to, { notice, byThemselves, at }, sent),
          ` ${notice}`,
        ),
      ),
    ),
  ];
}
