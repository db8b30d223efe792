// The prose in TypeScript and JavaScript: comments, names of tests, and texts for people.
import ts from 'typescript';
import { blanked, boundary, covered, type Kind, type Text } from './rules.ts';

const { SyntaxKind: Sign } = ts;

/** Catalogues of pages are also in these languages, which have other rules. */
const otherLanguages = ['de', 'fr'];

/** The texts of the dashboard, of the hosted pages and of the mails. */
const forUsers = /^dashboard\/src\/texts\/|^src\/.*\/pages\/messages\//;

const statement =
  /\b(?:select|insert into|delete from|update|returning|create|alter|where|join)\b[^]*(?:[=$;*]|::|\()/;

/** A bracket that is open, or a template that is. */
interface Open {
  sign: ts.SyntaxKind;
  /** The names in front of the bracket, such as `test.for` or `new Error`. */
  owner: string;
  /** How many commas are behind it. */
  commas: number;
  /** The template as far as it is read. */
  literal?: Literal;
}

interface Literal {
  at: number;
  chars: string;
  kind: Kind | undefined;
  isHeading: boolean;
}

/** Returns the texts of a file. In a test, strings are data, except names of tests and messages of errors. */
export function textsOfCode(path: string, source: string): Text[] {
  const kindOf = kindsOf(path);
  // Without types of a table of tests: `test.for<X>(`.
  const code = source.replace(/(?<=\.(?:for|each))<[^(]*?>(?=\()/g, blanked);
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, code);
  const comments: Text[] = [];
  const literals: Literal[] = [];
  const open: Open[] = [];
  let last: ts.SyntaxKind = Sign.Unknown;
  let owner = '';

  const literalAt = (at: number, chars: string): Literal => {
    const isImported = last === Sign.FromKeyword || last === Sign.ImportKeyword;
    return { at, chars, kind: isImported ? undefined : kindOf(open), isHeading: isHeading(open) };
  };
  for (let sign = scanner.scan(); sign !== Sign.EndOfFileToken; sign = scanner.scan()) {
    if (sign === Sign.SlashToken && !endsValue(last)) sign = scanner.reScanSlashToken();
    if (sign === Sign.CloseBraceToken && open.at(-1)?.literal) sign = scanner.reScanTemplateToken(false);
    const at = scanner.getTokenStart();
    const end = scanner.getTokenEnd();
    if (sign === Sign.SingleLineCommentTrivia || sign === Sign.MultiLineCommentTrivia)
      addComment(comments, source, at, end);
    if (sign <= Sign.LastTriviaToken) continue;

    const top = open.at(-1);
    if (sign === Sign.StringLiteral || sign === Sign.NoSubstitutionTemplateLiteral)
      literals.push(literalAt(at, ` ${raw(source, at + 1, end - 1)} `));
    else if (sign === Sign.TemplateHead)
      open.push({ sign, owner, commas: 0, literal: literalAt(at, ` ${raw(source, at + 1, end - 2)}`) });
    else if (top?.literal && (sign === Sign.TemplateMiddle || sign === Sign.TemplateTail)) {
      const inserted = source.slice(top.literal.at + top.literal.chars.length, at + 1);
      top.literal.chars +=
        covered(inserted) + raw(source, at + 1, end - (sign === Sign.TemplateTail ? 1 : 2));
      if (sign === Sign.TemplateTail) {
        top.literal.chars += ' ';
        literals.push(top.literal);
        open.pop();
      }
    } else if (sign === Sign.CommaToken && top) top.commas += 1;
    else if (opening.has(sign)) open.push({ sign, owner, commas: 0 });
    if (closing.has(sign)) owner = `${open.pop()?.owner ?? ''}()`;
    else owner = ownerAfter(owner, sign, source.slice(at, end), last);
    last = sign;
  }
  const shown = textsOfLiterals(literals, source);
  return [
    ...comments,
    ...(forUsers.test(path) ? shown.map((text): Text => ({ ...text, readers: 'users' })) : shown),
  ];
}

const opening: ReadonlySet<ts.SyntaxKind> = new Set([
  Sign.OpenParenToken,
  Sign.OpenBracketToken,
  Sign.OpenBraceToken,
]);
const closing: ReadonlySet<ts.SyntaxKind> = new Set([
  Sign.CloseParenToken,
  Sign.CloseBracketToken,
  Sign.CloseBraceToken,
]);

/** Returns whether a slash behind this divides. Elsewhere it starts a regular expression. */
const endsValue = (sign: ts.SyntaxKind): boolean =>
  sign === Sign.Identifier ||
  sign === Sign.NumericLiteral ||
  sign === Sign.StringLiteral ||
  sign === Sign.TemplateTail ||
  closing.has(sign);

/** Returns the names in front of a bracket: `test.skipIf()` in `test.skipIf(ci)(`, and `de:` in `de: {`. */
function ownerAfter(owner: string, sign: ts.SyntaxKind, text: string, last: ts.SyntaxKind): string {
  if (sign === Sign.DotToken) return `${owner}.`;
  if (sign === Sign.ColonToken) return `${owner}:`;
  if (sign !== Sign.Identifier && (sign < Sign.FirstKeyword || sign > Sign.LastKeyword)) return '';
  if (last === Sign.DotToken) return owner + text;
  return last === Sign.NewKeyword ? `new ${text}` : text;
}

const isTest = /^(?:test|describe)\b/;
const isTable = /^(?:test|describe)\b.*\.(?:for|each)$/;

const isHeading = (open: readonly Open[]): boolean => /^describe\b/.test(open.at(-1)?.owner ?? '');

/** Tells the kind of a string by the brackets around it. */
function kindsOf(path: string): (open: readonly Open[]) => Kind | undefined {
  if (path.startsWith('dashboard/src/texts/')) return () => 'page';
  if (path.includes('/pages/') && !path.startsWith('test/'))
    return (open) =>
      open.some(
        ({ sign, owner }) => sign === Sign.OpenBraceToken && otherLanguages.includes(owner.slice(0, -1)),
      )
        ? undefined
        : 'page';
  if (!/^test\/|\/tests?\//.test(path)) return () => 'message';
  return (open) => {
    const [table, rows, row] = open.slice(-3);
    const top = open.at(-1);
    if (!top) return undefined;
    const isCall = top.sign === Sign.OpenParenToken;
    if (isCall && top.commas === 0 && isTest.test(top.owner) && !isTable.test(top.owner)) return 'name';
    if (isCall && /^new \w*Error$/.test(top.owner)) return 'message';
    if (isCall && top.owner === 'expect' && top.commas > 0) return 'message';
    // A row of a table of tests may start with the name of the case. The rest of the row is data.
    const isRow = row?.sign === Sign.OpenBracketToken && row.commas === 0;
    return isRow && rows?.sign === Sign.OpenBracketToken && isTable.test(table?.owner ?? '')
      ? 'name'
      : undefined;
  };
}

/** The text of a literal. Escapes become spaces. */
const raw = (source: string, at: number, end: number): string =>
  source.slice(at, end).replace(/\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|[^'"`])/gi, blanked);

function textsOfLiterals(literals: readonly Literal[], source: string): Text[] {
  const sums: Literal[] = [];
  for (const one of literals.toSorted((one, other) => one.at - other.at)) {
    const before = sums.at(-1);
    const between = source.slice(before ? before.at + before.chars.length : 0, one.at);
    // A text in several literals: 'a ' + 'b'.
    if (before && /^\s*\+\s*$/.test(between)) before.chars += blanked(between) + one.chars;
    else sums.push({ ...one });
  }
  return sums.flatMap(({ at, chars, kind, isHeading }): Text[] => {
    // Other words that stand alone are names of something.
    if (!kind || (kind === 'message' && !/\S\s+\S|^\s*[A-Z][a-z]+\s*$/.test(chars))) return [];
    if (statement.test(chars)) return [{ kind: 'comment', at, chars: ofStatement(chars), isCode: true }];
    return [{ kind, at, isHeading, chars: chars.replace(/<\/?[a-z!][^<>]*>/gi, blanked) }];
  });
}

/** Joins the lines of a comment in a statement, and separates the comment from the statement. */
const ofStatement = (chars: string): string =>
  chars.replace(/(?<=^[ \t]*--[^\n]*\n[ \t]*)--/gm, '  ').replace(/--/g, `${boundary} `);

/** Adds a comment, or continues the comment of the line before. */
function addComment(comments: Text[], source: string, at: number, end: number): void {
  const comment = source.slice(at, end);
  const before = comments.at(-1);
  if (comment.startsWith('/*')) comments.push({ kind: 'comment', at, chars: ofBlock(comment) });
  else {
    const chars = comment.replace(/^\/+/, blanked);
    const between = source.slice(before ? before.at + before.chars.length : 0, at);
    const isAlone = before && /(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, before.at - 100), before.at));
    if (isAlone && /^\n[ \t]*$/.test(between)) before.chars += between + chars;
    else comments.push({ kind: 'comment', at, chars });
  }
}

/** Blanks the stars. A tag and an item of a list start a sentence. */
const ofBlock = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*+\/$/g, blanked)
    .replace(/^[ \t]*\*(?!\*)/gm, blanked)
    .replace(
      /^([ \t]*)(@param\s+\S+|@\w+|[-*](?= )|\d+\.(?= ))/gm,
      (_, indent: string, tag: string) => indent + boundary + blanked(tag).slice(1),
    );
