import { linkIn } from '../../lib/link-like.ts';
import { filled, placeholdersOf } from '../../lib/placeholders.ts';
import { mailParts, type MailPart, type OwnTexts, placeholdersOfPart } from '../pages/mail-texts.ts';
import { type MailKind, placeholdersOfMail } from '../pages/mail-kinds.ts';

/**
 * Values of placeholders at which a link may end or begin. With them, `{organization}.example` and `evil{organization}` are refused. The layout
 * breaks all other links that a name completes (`filledUnlinked`). So a year may stand beside a name.
 */
const standIns: readonly string[] = ['', 'xy', 'xy.', '.xy', '/x', '\\x', ':x', 'x/', 'x\\', 'x:'];

/** Each line is a paragraph of HTML. */
const mostLines = 20;

/** NFKC makes 18 letters of one Arabic ligature, and the rules read all of them. Four times the longest text. */
const longestPlain = 6000;

/**
 * Finds the rules that the texts of a tenant break. Mails come from the domain of the operator, so a text that leads elsewhere would have
 * the trust of that domain.
 * @returns what is allowed, by part; empty if all texts may be sent
 */
export function mistakesOfTexts(kind: MailKind, texts: OwnTexts): Record<string, string> {
  const entries = mailParts.flatMap((part): [string, string][] => {
    const text = texts[part];
    const mistake = typeof text === 'string' ? mistakeOf(text, part, placeholdersOfMail(kind)) : undefined;
    return mistake === undefined ? [] : [[part, mistake]];
  });
  return Object.fromEntries(entries);
}

function mistakeOf(text: string, part: MailPart, all: readonly string[]): string | undefined {
  const allowed = placeholdersOfPart(part, all);
  const unknown = placeholdersOf(text).find((name) => !allowed.includes(name));
  const list = allowed.map((name) => `{${name}}`).join(', ');
  if (unknown !== undefined) return `must not have the placeholder {${unknown}}; this text may have ${list}`;
  const plain = text.normalize('NFKC');
  if (plain.length > longestPlain)
    return 'must not have hundreds of signs that stand for a whole phrase. Write letters, such as Welcome!';
  if (/[{}]/.test(filled(text, valuesOf(allowed, '')).normalize('NFKC')))
    return `must not have { or } besides ${list}`;
  if (/[<>]|&#|&\w+;/.test(plain))
    return 'must be plain text without < and > and without entities such as &amp;. Write: Terms & conditions';
  // Each system draws its own sign for them: the logo of a company, for example.
  if (/\p{Co}/u.test(text))
    return 'must be letters, digits and signs that every mail program shows, such as Welcome!';
  if (text.split(/\r\n|[\r\n]/).length > mostLines)
    return `must have at most ${mostLines} lines. Write shorter: the button is below the text`;
  const link = standIns.map((value) => linkIn(filled(text, valuesOf(allowed, value)))).find(Boolean);
  if (link === undefined) return undefined;
  return `must not have ${link}, also not together with a placeholder: mail programs make a link of it, and the button is the only link. Write: Welcome to {organization}. See you soon.`;
}

const valuesOf = (names: readonly string[], value: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, value]));
