import { isolated, partsOfShown } from './shown-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as the content of an element or of a quoted attribute; nothing in it is taken for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** Text that is HTML already. Everything else that `html` is given is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A value that may stand in a template. For an absent value, nothing is written. */
export type Content = Markup | string | number | false | null | undefined | readonly Content[];

/** Where in HTML a value stands: between elements, in the title, which has no elements, or in a quoted attribute. */
type Position = 'content' | 'title' | 'attribute';

const positionsOf = new WeakMap<TemplateStringsArray, Position[]>();

/** The positions of the values of a template, found once. */
function positionsIn(texts: TemplateStringsArray): Position[] {
  const known = positionsOf.get(texts);
  if (known) return known;
  const positions = texts.slice(0, -1).map((_, at): Position => {
    const before = texts.slice(0, at + 1).join('');
    if (/="[^"]*$/.test(before)) return 'attribute';
    return /<title>[^<]*$/.test(before) ? 'title' : 'content';
  });
  positionsOf.set(texts, positions);
  return positions;
}

/** Writes a text. Text that others wrote cannot turn the direction of the text around it, or hide in it. */
function writeText(text: string, position: Position): string {
  // Values of fields and addresses go back as they came.
  if (position === 'attribute') return escapeHtml(text);
  return partsOfShown(text)
    .map(({ text: part, isOthers }) => {
      if (!isOthers) return escapeHtml(part);
      return position === 'title' ? isolated(escapeHtml(part)) : `<bdi>${escapeHtml(part)}</bdi>`;
    })
    .join('');
}

function write(content: Content, position: Position): string {
  if (content instanceof Markup) return content.text;
  if (content === false || content === null || content === undefined) return '';
  if (typeof content === 'object') return content.map((one) => write(one, position)).join('');
  return writeText(String(content), position);
}

/**
 * HTML with values in it: as the content of an element or of a quoted attribute, where nothing in them is taken for HTML.
 * Outside of attributes they lose the characters that disguise a text, and what others wrote becomes a `bdi`.
 */
export function html(texts: TemplateStringsArray, ...values: Content[]): Markup {
  const positions = positionsIn(texts);
  return new Markup(
    texts.reduce((whole, text, at) => whole + write(values[at - 1], positions[at - 1] ?? 'content') + text),
  );
}

/** HTML that we have written ourselves; never what anybody sent. */
export const raw = (text: string): Markup => new Markup(text);
