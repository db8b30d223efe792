// The entries that the search of the documentation finds. The browser makes its index of them.
import table from '../../../generated/docs/concepts.json' with { type: 'json' };
import { events, mediaOf, operations, tags } from './document.ts';
import { errors } from './code-pages.ts';
import { type Field, fieldsOf } from './fields.ts';
import { contentOf } from './guides/guide-files.ts';
import { guides, isDecision, titleOf } from './guides/guides.ts';
import { chapters } from './layout.ts';
import { partsOf } from './operation-page.ts';
import { errorPath, eventPath, guidePath, operationPath, tagPath, verificationPath } from './paths.ts';
import { verificationCodes } from './verification-codes.ts';

interface Entry {
  /** The path of its page. */
  id: string;
  kind: 'operation' | 'error' | 'verification code' | 'event' | 'list' | 'guide' | 'decision' | 'concept';
  title: string;
  /** Its name in programs. A question that is this name finds it first. */
  name: string;
  /** The text beside the title: the method and path of an operation, or the status of an error. */
  beside: string;
  text: string;
  /** The places of the fields that it takes, in one text. The last part of each is its name. */
  taken: string;
  /** The places of the fields of the response. */
  given: string;
  /** Other phrases for a concept. */
  phrases?: readonly string[];
}

const placesOf = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ at, fields: below }) => [at, ...placesOf(below)]);
const joined = (fields: readonly Field[]): string => placesOf(fields).join(' ');

/** The tables of `scripts/guides/concepts.ts`. */
const { concepts, synonyms } = table as unknown as {
  concepts: readonly (readonly [title: string, leads: string, ...phrases: string[]])[];
  synonyms: Readonly<Record<string, readonly string[]>>;
};

const none = { taken: '', given: '' };

/** Returns the text of HTML that we wrote. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

/** The pages that list what has entries of its own. */
const listsOfOthers = new Set(['events', 'errors']);

/** Returns the entries of a guide: one for the page, and one for each of its sections. */
async function entriesOf(guide: string): Promise<Entry[]> {
  const title = titleOf(guide);
  const page: Entry = {
    ...none,
    id: guidePath(guide),
    kind: isDecision(guide) ? 'decision' : 'guide',
    title,
    name: '',
    beside: '',
    text: guides[guide]?.summary ?? '',
  };
  if (isDecision(guide) || listsOfOthers.has(guide)) return [page];
  const parts = (await contentOf(guide)).split(/(?=<h[2-6] id=")/);
  const sections = parts.slice(1).map((part): Entry => {
    const [, place = '', heading = ''] = /id="([^"]*)">(.*?)<\/h\d>/s.exec(part) ?? [];
    return {
      ...none,
      id: `${guidePath(guide)}#${place}`,
      kind: 'guide',
      title: textOf(heading).trim(),
      name: '',
      beside: title,
      text: textOf(part),
    };
  });
  return [{ ...page, text: textOf(parts[0] ?? '') }, ...sections];
}

/** All entries, and the words that mean others, as JSON. */
export async function searchEntries(): Promise<string> {
  const entries: Entry[] = [
    ...operations.map((operation): Entry => {
      const { taken, given } = partsOf(operation);
      const { id, method, path, summary, tag, description } = operation;
      return {
        id: operationPath(id),
        kind: 'operation',
        title: summary,
        name: id,
        beside: `${method} ${path}`,
        text: `${tag} ${description}`,
        taken: joined(taken),
        given: joined(given),
      };
    }),
    ...chapters.map(
      ([path, title, about]): Entry => ({
        ...none,
        id: path,
        kind: 'list',
        title,
        name: path.slice('/docs/'.length),
        beside: 'Reference',
        text: about,
      }),
    ),
    ...tags.map(
      ({ name, description = '' }): Entry => ({
        ...none,
        id: tagPath(name),
        kind: 'list',
        title: name,
        name,
        beside: 'Operations',
        text: description,
      }),
    ),
    ...Object.entries(errors).map(
      ([code, [status, message]]): Entry => ({
        ...none,
        id: errorPath(code),
        kind: 'error',
        title: code,
        name: code,
        beside: String(status),
        text: message,
      }),
    ),
    ...Object.entries(verificationCodes).map(
      ([code, [meaning, help]]): Entry => ({
        ...none,
        id: verificationPath(code),
        kind: 'verification code',
        title: code,
        name: code,
        beside: '',
        text: `${meaning} ${help}`,
      }),
    ),
    ...events.map(({ path, summary, description, body }): Entry => {
      const schema = mediaOf(body ?? {})?.[1].schema;
      return {
        id: eventPath(path),
        kind: 'event',
        title: path,
        name: path,
        beside: '',
        text: `${summary} ${description}`,
        taken: '',
        given: schema ? joined(fieldsOf(schema, 'event')) : '',
      };
    }),
  ];
  const ofGuides = await Promise.all(Object.keys(guides).map(entriesOf));
  const ofConcepts = concepts.map(
    ([title, id, ...phrases]): Entry => ({
      ...none,
      id,
      kind: 'concept',
      title,
      name: '',
      beside: titleOf(/guides\/([^#]*)/.exec(id)?.[1] ?? '') || 'Reference',
      text: '',
      phrases,
    }),
  );
  return JSON.stringify({ entries: [...entries, ...ofGuides.flat(), ...ofConcepts], synonyms });
}
