// The look of all mails: one table that mail programs show alike, and the same content as text.
import type { Branding } from '../../lib/auth-config.ts';
import { carrying, contrast, textOn } from '../../lib/contrast.ts';
import { oneLine } from '../../lib/line.ts';
import type { Locale } from '../../lib/locale.ts';
import { filledUnlinked, withBreaks } from '../../lib/link-like.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { filled, mapped, placeholdersOf } from '../../lib/placeholders.ts';
import { isolated, withoutIsolates } from '../../lib/shown-text.ts';
import type { Logo, MailContent } from '../mail.ts';

/** The parts of a mail that are its own. Each is a text with placeholders, such as `{organization}`. */
export interface MailParts {
  /** The subject, and the heading. */
  subject: string;
  greeting: {
    /** The greeting of a user whose name may be shown. */
    named: string;
    unnamed: string;
  };
  /** The sentences above the button. Programs preview the first one beside the subject. A line break starts a paragraph. */
  body: readonly string[];
  /** The label of the button. Undefined in a mail without a link. */
  button?: string;
  /** The sentences below the button: what to do if the mail is not expected. */
  note: readonly string[];
  /** The sentences at the end: why the mail was sent. */
  footer: readonly string[];
}

/** The parts that all mails have. They say who sent a mail, so no organization may choose other ones. */
export interface MailFrameTexts {
  /** Stands above the link as text. */
  openLink: string;
  /** Stands below the body of a mail whose link expires, with `{duration}`. */
  expiry: string;
  /** The first sentence of the footer, with `{organization}`, `{address}` and `{installation}`. */
  sentBy: string;
}

export interface MailView {
  locale: Locale;
  branding: Pick<Branding, 'displayName' | 'logoUri' | 'primaryColor' | 'backgroundColor'>;
  /** The name to greet; null if none may be shown. */
  name: string | null;
  /** The address that the mail goes to. */
  address: string;
  /** The host of this installation. */
  installation: string;
  /** Undefined in a mail that only tells of something. */
  link?: string | undefined;
}

/** The texts of a mail with their values. */
interface Shown {
  organization: string;
  subject: string;
  greeting: string;
  /** Its paragraphs. The last one is the sentence about the expiry of the link, if the mail has one. */
  body: readonly string[];
  button: { label: string; openLink: string; link: string } | undefined;
  note: string;
  footer: string;
}

/**
 * Returns a mail as HTML and as text. Both have the same texts in the same order.
 * @param values of the placeholders besides `{organization}`, `{name}`, `{address}` and `{installation}`. A mail whose link expires has the
 * value `duration`
 */
export function layOutMail(
  parts: MailParts,
  frame: MailFrameTexts,
  values: Readonly<Record<string, string>>,
  view: MailView,
): MailContent {
  const { branding, name, address, installation, link } = view;
  // Others wrote values, so a value can neither start a line nor an element, and its direction of writing ends with it.
  const others = mapped({ ...values, organization: branding.displayName, name: name ?? '' }, oneLine);
  const ours = mapped({ address, installation }, oneLine);
  // Others chose the names, and mail programs make a link of a name such as `evil.example`.
  const say = (text: string): string => filledUnlinked(text, others, ours, isolated);
  const sentences = (texts: readonly string[]): string => say(texts.join(' '));
  const shown: Shown = {
    organization: say('{organization}'),
    subject: say(parts.subject),
    greeting: say(name === null ? parts.greeting.unnamed : parts.greeting.named),
    body: [
      ...sentences(parts.body)
        .split(/\s*[\r\n]\s*/)
        .filter((paragraph) => paragraph !== ''),
      ...(values['duration'] === undefined ? [] : [say(frame.expiry)]),
    ],
    button:
      parts.button === undefined || link === undefined
        ? undefined
        : { label: say(parts.button), openLink: say(frame.openLink), link },
    note: sentences(parts.note),
    footer: sentences([frame.sentBy, ...parts.footer]),
  };
  const logo = logoOf(branding.logoUri);
  const [preview = ''] = say(parts.body[0] ?? '').split(/[\r\n]/);
  const { text } = wholeMail(shown, view, preview, logo);
  const content = {
    subject: subjectOf(parts.subject, { ...others, ...ours }),
    text: withBreaks(textOf(shown), '\u2060'),
    html: withBreaks(text, '&#8288;'),
  };
  return logo ? { ...content, logo } : content;
}

/** RFC 5322, section 2.1.1: the length of a line. Programs show less. */
const longestSubject = 78;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A subject has no isolates: programs show them there as signs. The longest name in it is cut until it fits. */
function subjectOf(template: string, values: Readonly<Record<string, string>>): string {
  const shown: Record<string, string> = { ...values };
  const names = placeholdersOf(template).filter((name) => Object.hasOwn(shown, name));
  const subject = (): string => withoutIsolates(filled(template, shown));
  const lengthOf = (name: string): number => shown[name]?.length ?? 0;
  while (subject().length > longestSubject) {
    const [longest] = names.toSorted((one, other) => lengthOf(other) - lengthOf(one));
    if (longest === undefined || lengthOf(longest) <= '…'.length) break;
    shown[longest] = withoutLast(shown[longest] ?? '');
  }
  return subject();
}

/** Returns a text without its last letter, and with an ellipsis. */
const withoutLast = (text: string): string => {
  const letters = [...graphemes.segment(text.replace(/…$/u, ''))].map(({ segment }) => segment);
  return `${letters.slice(0, -1).join('').trimEnd()}…`;
};

const textOf = ({ organization, subject, greeting, body, button, note, footer }: Shown): string => {
  const link = button && `${button.label}\n${button.openLink}\n${button.link}`;
  const paragraphs = [organization, subject, greeting, ...body, link, note, footer];
  return `${paragraphs.filter((one) => one !== undefined).join('\n\n')}\n`;
};

/** Mail programs load no picture of a server, and many show no data URL. A stored logo is a part of the mail. */
function logoOf(logoUri: string | null): Logo | undefined {
  // Outlook for Windows shows no WebP.
  const [, type, data] = /^data:(image\/(?:png|jpeg|gif));base64,(.+)$/s.exec(logoUri ?? '') ?? [];
  return type === undefined || data === undefined
    ? undefined
    : { id: 'logo@keyward', type, bytes: Buffer.from(data, 'base64') };
}

const light = {
  page: '#f4f5f8',
  card: '#ffffff',
  text: '#14161a',
  soft: '#565d6d',
  edge: '#e1e4ea',
} as const;
const dark = { page: '#0f1115', card: '#191c22', text: '#eef0f4', soft: '#a5adbc', edge: '#2b303a' } as const;
const links = { light: '#1a46c4', dark: '#9db8ff' } as const;
/** Lines around a button whose colour is nearly that of the card. */
const rims = { light: '#868d9c', dark: '#737b8b' } as const;
const fonts = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

const edgeOn = (card: string, color: string, line: string): string =>
  contrast(color, card) < 1.5 ? line : color;

/** Colours for dark mode. Outlook.com does not know the media query, and marks what it recoloured with `data-ogsc` and `data-ogsb`. */
function darkStyles(primary: string): Markup {
  const onPrimary = textOn(primary);
  const edge = edgeOn(dark.card, primary, rims.dark);
  const rules: readonly (readonly [name: string, property: 'color' | 'background-color', color: string])[] = [
    ['page', 'background-color', dark.page],
    ['card', 'background-color', dark.card],
    ['text', 'color', dark.text],
    ['soft', 'color', dark.soft],
    ['link', 'color', links.dark],
    ['button', 'background-color', primary],
    ['label', 'color', onPrimary],
    ['logo', 'background-color', light.card],
    ['logo', 'color', light.text],
  ];
  const media = rules.map(([name, property, color]) => `.${name}{${property}:${color} !important}`);
  const outlook = rules.map(
    ([name, property, color]) =>
      `[data-ogs${property === 'color' ? 'c' : 'b'}] .${name}{${property}:${color} !important}`,
  );
  // Gmail drops a whole `style` element with a rule that it does not know, so each has one kind of rules.
  return html`<style>
@media (prefers-color-scheme:dark){
${media}
.edges{border-left-color:${dark.edge} !important;border-right-color:${dark.edge} !important;border-bottom-color:${dark.edge} !important}
.line{border-top-color:${dark.edge} !important}
.button{border-color:${edge} !important}
.logo{padding:6px;border-radius:6px}
}
</style>
<style>${outlook}</style>`;
}

/** Makes the table for Outlook for Windows, which has no `max-width`. */
const openColumn = html`<!--[if mso]><table role="presentation" width="520" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`;
const closeColumn = html`<!--[if mso]></td></tr></table><![endif]-->`;
const officeStyles = html`<!--[if mso]><style>body,table,td,p,a,h1{font-family:Arial,sans-serif !important}</style><![endif]-->`;

/** All styles are inline as well, because many programs drop the `style` element. */
function wholeMail(shown: Shown, view: MailView, preview: string, logo: Logo | undefined): Markup {
  const { locale, branding } = view;
  const { organization, subject, greeting, body, button, note, footer } = shown;
  const primary = carrying(branding.primaryColor);
  const page = branding.backgroundColor;
  const text = `margin:0 0 16px;font-size:16px;line-height:24px;color:${light.text}`;
  const soft = `margin:0;font-size:13px;line-height:20px;color:${light.soft}`;
  return html`<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>${withBreaks(subject, '')}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0}
@media (max-width:480px){.sides{padding-left:20px !important;padding-right:20px !important}.page-cell{padding:12px 8px !important}}
</style>
${darkStyles(primary)}
${officeStyles}
</head>
<body class="page" style="margin:0;padding:0;background-color:${page}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${page}" style="background-color:${page}">
<tr><td class="page-cell" align="center" style="padding:32px 12px;font-family:${fonts}">
${openColumn}
<table class="card edges" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.card}" style="max-width:520px;border-collapse:separate;background-color:${light.card};border:1px solid ${light.edge};border-top:4px solid ${primary};border-radius:8px;text-align:left;overflow-wrap:anywhere;word-break:break-word">
<tr><td class="sides" style="padding:24px 32px 0;font-family:${fonts}">${
    logo
      ? html`<img class="logo" src="cid:${logo.id}" alt="${withBreaks(withoutIsolates(organization), '')}" height="40" style="display:block;height:auto;max-height:40px;max-width:192px;border:0;font-size:16px;line-height:24px;font-weight:600;color:${light.text}"/>`
      : html`<p class="text" style="margin:0;font-size:16px;line-height:24px;font-weight:600;color:${light.text}">${organization}</p>`
  }</td></tr>
<tr><td class="sides" style="padding:20px 32px 8px;font-family:${fonts}">
<h1 class="text" style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600;color:${light.text}">${subject}</h1>
<p class="text" style="${text}">${greeting}</p>
${body.map(
  (paragraph) => html`<p class="text" style="${text}">${paragraph}</p>
`,
)}${
  button &&
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px;border-collapse:separate">
<tr><td class="button" bgcolor="${primary}" style="border:1px solid ${edgeOn(light.card, primary, rims.light)};border-radius:6px;background-color:${primary};mso-padding-alt:12px 24px"><a class="label" href="${button.link}" style="display:block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;text-align:center;text-decoration:none;color:${textOn(primary)}">${button.label}</a></td></tr>
</table>
<p class="soft" style="${soft}">${button.openLink}</p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;word-break:break-all"><a class="link" href="${button.link}" style="color:${links.light};text-decoration:underline">${button.link}</a></p>`
}
<p class="text" style="${text}">${note}</p>
</td></tr>
<tr><td class="sides" style="padding:0 32px 24px;font-family:${fonts}">
<p class="soft line" style="${soft};padding-top:16px;border-top:1px solid ${light.edge}">${footer}</p>
</td></tr>
</table>
${closeColumn}
</td></tr>
</table>
</body>
</html>
`;
}
