// Code with its words marked, and with places for the address of this server and the reader's own key.
import { html, raw, type Markup } from '../../lib/markup.ts';
import { contract } from './document.ts';

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const server = contract.servers[0]?.url ?? '';

/** Enough of all languages to tell words, texts and options apart. The first one that fits counts. */
const marks: readonly (readonly [name: string, pattern: string])[] = [
  [
    'secret',
    /process\.env\.KEYWARD_(?:API_KEY|SCIM_TOKEN)|os\.environ\["KEYWARD_(?:API_KEY|SCIM_TOKEN)"\]|\$KEYWARD_(?:API_KEY|SCIM_TOKEN)/
      .source,
  ],
  ['origin', quoted(server)],
  ['text', /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/.source],
  ['word', /\b(?:import|from|const|await|new|curl|None|True|False|null|true|false)\b/.source],
  ['option', /(?<=\s)-{1,2}[A-Za-z][\w-]*/.source],
];
const tokens = (inTexts: boolean) =>
  new RegExp(
    marks
      .filter(([name]) => !inTexts || name === 'origin' || name === 'secret')
      .map(([name, pattern]) => `(?<${name}>${pattern})`)
      .join('|'),
    'g',
  );
const everywhere = tokens(false);
const withinTexts = tokens(true);

/** Marks the words of a piece of code. */
export function marked(source: string, pattern = everywhere): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const found of source.matchAll(pattern)) {
    const [text] = found;
    const [name = ''] = Object.entries(found.groups ?? {}).find(([, one]) => one !== undefined) ?? [];
    parts.push(
      html`${raw(escaped(source.slice(end, found.index)))}<span class="${`code-${name}`}">${name === 'text' ? marked(text, withinTexts) : raw(escaped(text))}</span>`,
    );
    end = found.index + text.length;
  }
  return html`${parts}${raw(escaped(source.slice(end)))}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A block of code, with a button that copies it. The button is for readers whose browser runs scripts. */
export const block = (source: string, label: string): Markup =>
  html`<figure class="code"><figcaption>${label}<button type="button" class="copy" hidden>Copy</button></figcaption><pre><code>${marked(source.trimEnd())}</code></pre></figure>`;

export const json = (value: unknown): string => JSON.stringify(value, null, 2);
