// The entries that the search of the reference finds. The browser makes its index of them.
import { events, mediaOf, operations } from './document.ts';
import { errors } from './code-pages.ts';
import { type Field, fieldsOf } from './fields.ts';
import { partsOf } from './operation-page.ts';
import { errorPath, eventPath, operationPath, verificationPath } from './paths.ts';
import { verificationCodes } from './verification-codes.ts';

interface Entry {
  /** The path of its page. */
  id: string;
  kind: 'operation' | 'error' | 'verification code' | 'event';
  title: string;
  /** Its name in programs. */
  name: string;
  /** The text beside the title: the method and path of an operation, or the status of an error. */
  beside: string;
  text: string;
  /** The places of the fields that it takes, in one text. The last part of each is its name. */
  taken: string;
  /** The places of the fields of the response. */
  given: string;
}

const placesOf = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ at, fields: below }) => [at, ...placesOf(below)]);
const joined = (fields: readonly Field[]): string => placesOf(fields).join(' ');

/** All entries as JSON. */
export function searchEntries(): string {
  const none = { taken: '', given: '' };
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
  return JSON.stringify(entries);
}
