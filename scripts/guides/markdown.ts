// A page of Markdown as HTML. Raw HTML is rejected, so nothing in a page can change the frame around it.
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../src/lib/markup.ts';
import { block } from '../../src/http/reference/code.ts';

/** The place of a heading on a page. */
export interface Section {
  id: string;
  title: string;
}

export interface Rendered {
  /** The text of the first heading. */
  title: string;
  /** The first paragraph, as text. */
  summary: string;
  sections: Section[];
  html: string;
}

export interface Links {
  /** Returns where a link of the page leads. @throws if the link leads to no page, or has another scheme than https */
  to: (target: string) => string;
  /** Returns the page about a name that stands in code, if there is one. */
  named: (code: string) => string | undefined;
}

const languages: Readonly<Record<string, string>> = {
  json: 'JSON',
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  yaml: 'YAML',
  sql: 'SQL',
  ini: 'INI',
  http: 'HTTP',
  nginx: 'nginx',
  xml: 'XML',
};

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Returns the text of HTML that we wrote. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the place of a heading, in the spelling that hosts of repositories use too. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Writes a page. @throws with the reason if the page has something that the site cannot show */
export function render(source: string, links: Links): Rendered {
  const sections: Section[] = [];
  const taken = new Map<string, number>();
  let isInLink = false;
  let title = '';
  let summary = '';
  /** Writes what stands in a link or a heading. A link in it would be a link in a link. */
  const withoutLinks = (write: () => string): string => {
    const before = isInLink;
    isInLink = true;
    try {
      return write();
    } finally {
      isInLink = before;
    }
  };
  const idOf = (text: string): string => {
    const slug = slugOf(text);
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };

  const marked = new Marked({
    gfm: true,
    renderer: {
      html({ text }: Tokens.HTML | Tokens.Tag) {
        if (/^(?:<!--(?:(?!-->)[^])*-->\s*)+$/.test(text)) return '';
        throw new Error(`has raw HTML, which the site does not show: ${text.trim().slice(0, 80)}`);
      },
      heading({ depth, tokens }) {
        const shown = withoutLinks(() => this.parser.parseInline(tokens));
        const text = textOf(shown);
        if (depth === 1) {
          if (title !== '') throw new Error(`has two titles: ${title}, ${text}`);
          title = text;
          return `<h1>${shown}</h1>\n`;
        }
        const id = idOf(text);
        sections.push({ id, title: text });
        return `<h${depth} id="${id}"><a href="#${id}">${shown}</a></h${depth}>\n`;
      },
      paragraph({ tokens }) {
        const shown = this.parser.parseInline(tokens);
        if (title !== '' && summary === '') summary = textOf(shown);
        return `<p>${shown}</p>\n`;
      },
      link({ href, tokens, raw }) {
        const shown = withoutLinks(() => this.parser.parseInline(tokens));
        // A bare address in a text is an example.
        const isExample = raw === href;
        return isInLink || isExample ? shown : `<a href="${escapeHtml(links.to(href))}">${shown}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(links.to(href))}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      codespan({ text }) {
        const code = `<code>${escapeHtml(text)}</code>`;
        const page = isInLink ? undefined : links.named(text);
        return page === undefined ? code : `<a href="${page}">${code}</a>`;
      },
      code({ text, lang = '' }) {
        return `${block(text, languages[lang] ?? (lang || 'Text')).text}\n`;
      },
      table({ header, align, rows }) {
        const cell = (kind: 'td' | 'th', { tokens }: Tokens.TableCell, at: number): string => {
          // An empty cell is the heading of nothing.
          const name = tokens.length === 0 ? 'td' : kind;
          const attributes = `${name === 'th' ? ' scope="col"' : ''}${align[at] ? ` class="${align[at]}"` : ''}`;
          return `<${name}${attributes}>${this.parser.parseInline(tokens)}</${name}>`;
        };
        const row = (name: 'td' | 'th', cells: Tokens.TableCell[]): string =>
          `<tr>${cells.map((one, at) => cell(name, one, at)).join('')}</tr>\n`;
        return `<div class="table"><table>\n<thead>${row('th', header)}</thead>\n<tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody>\n</table></div>\n`;
      },
    },
  });
  const html = marked.parse(source, { async: false });
  if (title === '') throw new Error('has no title');
  return { title, summary, sections, html };
}
