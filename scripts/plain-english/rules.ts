// The words and forms that our texts do not use, and the sentences of a text.

import { spellings } from './spellings.ts';

export type Kind = 'comment' | 'name' | 'message' | 'page' | 'contract' | 'docs';

/** Prose in a file. Code beside it is blanked, so that places in the prose are places in the file. */
export interface Text {
  kind: Kind;
  /** Where the prose starts in the file, in UTF-16 code units. */
  at: number;
  chars: string;
  isHeading?: boolean;
  /** The text is code with prose in it, such as a statement with comments. Its sentences are not counted. */
  isCode?: true;
  /** Users read the text in the dashboard, on a page or in a mail. Customers read docs and the contract. */
  readers?: 'users' | 'customers';
}

export interface Finding {
  kind: Kind;
  line: number;
  word: string;
  sentence: string;
}

export interface Inspected {
  findings: Finding[];
  sentences: number;
  /** Sentences with more than 20 words. */
  long: Omit<Finding, 'word'>[];
}

/** Starts a new sentence, for example in front of a cell of a table. */
export const boundary = '¶';

const mostWords = 20;

/** "There is no key" is plain, and so are "is no longer used" and "is no larger than". */
const forms = new RegExp(
  [
    /\b(?:whoever|whatever|whom|somebody|nobody|anew|thereby|hereby|for\s+ever|(?:of|by)\s+which)\b/,
    // Words of contracts and offices.
    /\b(?:where(?:by|in|upon|fore)|there(?:in|of|upon)|here(?:in|of|under|tofore)|hitherto|henceforth|thence|whence|whatsoever|notwithstanding|inasmuch|insofar|albeit|whilst|amongst|afore(?:mentioned|said)|pursuant|(?:necessitat|preclud|facilitat|ascertain|undertak|endeavou?r)\w*|ill-advised)\b/,
    /\b(?:in\s+order\s+to|prior\s+to|subsequent\s+to|with\s+regard\s+to|in\s+the\s+event\s+that)\b/,
    /(?<!\bthere\s+)\b(?:is|are)\s+(?:none\b|no\b(?!\s+(?:longer|more|less|fewer|\w+er\s+than)\b))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/**
 * Sentences do not start like this. Headings may: a question is fine there, and so is "What Keyward is not". In "What
 * tests send goes to the service, because it is local" another clause has the verb.
 */
const starts: readonly { word: string; pattern: RegExp }[] = [
  { word: '"Of …"', pattern: /^of\s/i },
  { word: '"By what …"', pattern: /^by\s+what\b/i },
  {
    word: '"What … is"',
    pattern:
      /^what\b(?:(?!\b(?:because|but|if|than|there|unless|when|where|while)\b)[^?,;:])*?\b(?:is|are)\b[^?]*$/i,
  },
];

/** Whole sentences that a reader understands only with the sentence before. */
const incomplete: readonly { word: string; pattern: RegExp }[] = [
  {
    word: '"It is if …"',
    pattern:
      /^(?:it|they|that|this|these|those)\s+(?:is|are|do|does|can|has|have|was|were)\s+(?:if|unless|when)\b/i,
  },
  {
    word: '"… is not."',
    pattern:
      /^(?:(?!(?:as|because|how|if|than|that|what|when|where|which|who)\s)[^\s?,]+\s+){1,6}(?:(?:is|are|do|does|did|can|has|have|was|were|will|must|may)\s+not|cannot|(?:is|are|do|does|did|was|were|has|have)n[’'`]t)[.!]$/i,
  },
];

/** A comment starts with its noun or its verb. These words stand for a noun that the reader has to look for. */
const hidden = /^(?:what|whose|(?:the\s+)?ones?\s+(?:that|who)|(?:those|that)\s+(?:of|that|who|with))\b/i;

/** The end of a sentence. A point ends a sentence if a capital follows, except behind an abbreviation. */
const ends = new RegExp(
  `(?<!\\b(?:e\\.g|i\\.e|cf|vs))[.!?]+[)'’\\]]*(?=\\s+["'(\\[]*[\\p{Lu}\\d])|\\n[ \\t]*\\n|${boundary}`,
  'gu',
);

const codes = /(`+)(?:(?!\n[ \t]*\n)[^`¶])+\1|\b[a-z]+:\/\/[^\s)'"]+|[\w.+-]+@[\w-]+\.[\w.]+/g;
/** Quotation marks hold the words of an RFC, a page or another product. */
const quotations = /"(?:(?!\n[ \t]*\n)[^"¶]){1,300}"|“[^”¶]{1,300}”/g;

/** Replaces code by letters, which count as one word. */
export const covered = (text: string): string => text.replace(/[^\n]/g, 'X');
/** Replaces what is not prose by spaces. */
export const blanked = (text: string): string => text.replace(/[^\n]/g, ' ');
export const withoutCode = (text: string): string => text.replace(codes, covered);

interface Sentence {
  start: number;
  end: number;
  words: string;
}

function* sentencesOf(chars: string): Generator<Sentence> {
  let start = 0;
  for (const { index, 0: end } of [...chars.matchAll(ends), { index: chars.length, 0: '' }]) {
    const last = index + end.length;
    const words = chars.slice(start, last).replaceAll(boundary, ' ').trim();
    if (words) yield { start, end: last, words };
    start = last;
  }
}

/** Returns violations and long sentences of the texts of a file. @param isFinal the file is never edited, so a younger rule does not judge it */
export function inspect(source: string, texts: readonly Text[], isFinal = false): Inspected {
  const lineAt = lines(source);
  const found: Inspected = { findings: [], sentences: 0, long: [] };
  for (const { kind, at, chars, isHeading, isCode, readers } of texts) {
    const prose = withoutCode(chars).replace(quotations, covered);
    for (const { start, end, words } of sentencesOf(prose)) {
      const first = start + prose.slice(start, end).search(/[^\s¶]/);
      const sentence = readable(source.slice(at + first, at + end));
      const add = (word: string, index: number): void => {
        found.findings.push({ kind, line: lineAt(at + index), word, sentence });
      };
      const isJudged = kind === 'comment' && !isCode && !isFinal && start === 0;
      const riddle = isJudged ? hidden.exec(words)?.[0] : undefined;
      if (riddle !== undefined) add(`"${riddle.toLowerCase()} …"`, first);
      // Names of tests and texts of pages may be whole sentences without a capital.
      if (!isHeading && (/^\p{Lu}/u.test(words) || kind === 'name' || kind === 'page'))
        for (const { word, pattern } of starts) if (pattern.test(words)) add(word, first);
      if (!isHeading && !isCode && kind !== 'name' && kind !== 'contract' && !isFinal)
        for (const { word, pattern } of incomplete) if (pattern.test(words)) add(word, first);
      for (const { use, not, isForUsersOnly = false } of readers === undefined ? [] : spellings)
        if ((readers === 'users' || !isForUsersOnly) && not.test(words)) add(`use "${use}"`, first);
      for (const { 0: match, index } of prose.slice(start, end).matchAll(forms))
        add(match.toLowerCase().replace(/\s+/g, ' '), start + index);
      if (isCode) continue;
      found.sentences += 1;
      if (words.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length > mostWords)
        found.long.push({ kind, line: lineAt(at + first), sentence });
    }
  }
  found.findings.sort((one, other) => one.line - other.line);
  return found;
}

/** The sentence on one line, without the signs of comments and tables. */
const readable = (text: string): string =>
  text
    .replace(/\n[ \t]*(?:\/\/+|\*(?!\*)|#+|--|>)?/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[\s|*/]+$/, '')
    .slice(0, 200);

function lines(source: string): (index: number) => number {
  const breaks = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return (index) => {
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
