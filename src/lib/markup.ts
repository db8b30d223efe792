import { escapeHtml } from './html.ts';

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

/** What may stand in a template: nothing is written for what is absent. */
export type Content = Markup | string | number | false | null | undefined | readonly Content[];

const write = (content: Content): string => {
  if (content instanceof Markup) return content.text;
  if (content === false || content === null || content === undefined) return '';
  if (typeof content === 'object') return content.map(write).join('');
  return escapeHtml(String(content));
};

/** HTML with values in it: as the content of an element or of a quoted attribute, where nothing in them is taken for HTML. */
export const html = (texts: TemplateStringsArray, ...values: Content[]): Markup =>
  new Markup(texts.reduce((whole, text, at) => whole + write(values[at - 1]) + text));

/** HTML that we have written ourselves; never what anybody sent. */
export const raw = (text: string): Markup => new Markup(text);
