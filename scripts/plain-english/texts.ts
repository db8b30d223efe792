// Which texts a file has, by its name.
import { CST, Lexer } from 'yaml';
import { textsOfCode } from './code.ts';
import { textsOfMarkdown } from './markdown.ts';
import { blanked, boundary, covered, type Kind, type Text } from './rules.ts';

/** Files that are made from others, or that others wrote. */
const leftOut =
  /(?:^|\/)_?generated\/|^test\/contract\/released\.yaml$|(?:^|\/)package-lock\.json$|^docs\/operations\.txt$|vectors\.json$/;

const hasWords = (text: string): boolean => /\p{L}\S*\s+\S*\p{L}/u.test(text);

const ofContract = (path: string): Kind =>
  /^(?:openapi|scim-schemas)\//.test(path) ? 'contract' : 'message';

/** Takes comments and values. A key has no spaces, so it is not taken. */
function textsOfYaml(path: string, source: string): Text[] {
  const texts: Text[] = [];
  let at = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(source)) {
    const wasScalar = isScalar;
    isScalar = lexeme === CST.SCALAR;
    // These signs of the lexer are not in the source.
    if (isScalar || lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END) continue;
    if (!wasScalar && lexeme.startsWith('#')) addComment(texts, source, at, lexeme);
    else if (hasWords(lexeme)) {
      const chars = /^["']/.test(lexeme) && !wasScalar ? ` ${lexeme.slice(1, -1)} ` : lexeme;
      texts.push({ kind: ofContract(path), at, chars });
    }
    at += lexeme.length;
  }
  return texts;
}

/** Adds a comment with `#`, or continues the comment of the line before. */
function addComment(texts: Text[], source: string, at: number, comment: string): void {
  const chars = comment.replace(/^#+/, blanked);
  const last = texts.at(-1);
  const between = last && source.slice(last.at + last.chars.length, at);
  if (last?.kind === 'comment' && between !== undefined && /^\s*$/.test(between))
    last.chars += between + chars;
  else texts.push({ kind: 'comment', at, chars });
}

const textsOfJson = (path: string, source: string): Text[] =>
  [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"(\s*:)?/g)].flatMap(({ 1: value = '', 2: colon, index }) => {
    const chars = ` ${value.replace(/\\./g, blanked)} `;
    return colon === undefined && hasWords(chars) ? [{ kind: ofContract(path), at: index, chars }] : [];
  });

function textsOfPython(source: string): Text[] {
  const texts: Text[] = [];
  const tokens = /("""|''')[^]*?\1|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*/g;
  for (const { 0: token, index, 1: mark } of source.matchAll(tokens)) {
    if (token.startsWith('#')) addComment(texts, source, index, token);
    else if (hasWords(token)) {
      const length = mark ? 3 : 1;
      const inside = token
        .slice(length, -length)
        .replace(/\\./g, blanked)
        .replace(/\{[^{}\n]*\}/g, covered);
      const chars = ' '.repeat(length) + inside + ' '.repeat(length);
      texts.push({ kind: mark ? 'comment' : 'message', at: index, chars });
    }
  }
  return texts;
}

const textsOfStyle = (source: string): Text[] =>
  [...source.matchAll(/\/\*[^]*?\*\//g)].map(({ 0: comment, index }) => ({
    kind: 'comment',
    at: index,
    chars: comment.replace(/^\/\*+|\*+\/$/g, blanked).replace(/^[ \t]*\*/gm, blanked),
  }));

/** Takes comments, what `make` shows of a target, and what `echo` and `printf` print. */
function textsOfShell(source: string): Text[] {
  const texts: Text[] = [];
  for (const { 0: token, index, 1: text } of source.matchAll(
    /(?<=^|\s)#[^\n]*|(?<=\b(?:echo|printf)\b[^\n]*)('[^'\n]*'|"[^"\n]*")/gm,
  )) {
    if (text === undefined) addComment(texts, source, index, token);
    else if (hasWords(text))
      texts.push({
        kind: 'message',
        at: index,
        chars: ` ${text.slice(1, -1)} `.replace(/\\./g, `${boundary} `),
      });
  }
  return texts;
}

/** Takes comments, but not those in the bodies of functions: a released body stays as it is. */
function textsOfSql(source: string): Text[] {
  const texts: Text[] = [];
  for (const { 0: comment, index } of source
    .replace(/\$body\$[^]*?\$body\$/g, blanked)
    .matchAll(/(?<=^[ \t]*)--[^\n]*/gm))
    addComment(texts, source, index, comment.replace(/^--/, blanked));
  return texts;
}

/** How texts are found in files whose names end like this. */
const readers: readonly [name: RegExp, read: (path: string, source: string) => Text[]][] = [
  [/\.(?:ts|js)$/, textsOfCode],
  [/\.md$/, (_, source) => textsOfMarkdown(source)],
  [/\.ya?ml$/, textsOfYaml],
  [/\.json$/, textsOfJson],
  [/\.(?:py|jinja)$/, (_, source) => textsOfPython(source)],
  [/\.css$/, (_, source) => textsOfStyle(source)],
  [/\.sql$/, (_, source) => textsOfSql(source)],
  [/\.html$/, (_, source) => [{ kind: 'page', at: 0, chars: source.replace(/<[^>]*>/g, blanked) }]],
  [
    /\.(?:sh|toml|txt)$|(?:^|\/)(?:Makefile|\.editorconfig|\.npmrc|\.gitignore)$|^\.ci\//,
    (_, source) => textsOfShell(source),
  ],
];

export const hasTexts = (path: string): boolean =>
  !leftOut.test(path) && readers.some(([name]) => name.test(path));

/** The pages of the docs, the contract, and the tables that pages are made from. Records of decisions keep the words of their time. */
const forCustomers =
  /^(?:README|CONTRIBUTING|SECURITY)\.md$|^(?:clients|examples)\/[^/]+\/README\.md$|^docs\/[^/]+\.md$|^openapi\/|^src\/http\/reference\/|^src\/(?:failure|config)\.ts$/;

/** Statements, and files whose texts are names: of rights, of actions, of keys, and of menus of other products. */
const ofNames =
  /\/sql\/|^src\/(?:database\/|recovery\/fates\.ts|platform\/vault\.ts|federation\/setup-links\/setup-providers\.ts)/;

export function textsOf(path: string, source: string): Text[] {
  const texts = readers.find(([name]) => name.test(path))?.[1](path, source) ?? [];
  const isForCustomers = ({ kind }: Text): boolean =>
    forCustomers.test(path)
      ? kind !== 'comment'
      : kind === 'message' && path.startsWith('src/') && !ofNames.test(path);
  return texts.map((text) => (isForCustomers(text) ? { ...text, readers: 'customers' } : text));
}
