import type { EngineForm } from '../parts.ts';
import type { ReadAhead } from '../read-ahead.ts';

/** A request of a client, with what one statement has read for it. */
export interface MachineRequest {
  method: string;
  /** Without the question mark. */
  query: string;
  form: EngineForm;
  /** Where the request came from. */
  address: string;
  /** A header by its name in small letters. */
  header: (name: string) => string | undefined;
  /** The rows that were read after the request had come. */
  ahead: ReadAhead;
}

/** A success. Refusals are made by the engine alone. */
export interface MachineAnswer<Body> {
  body: Body;
  headers: Record<string, string>;
}

/** Answers a request, or returns undefined before it has changed anything: then the engine answers. */
export type MachineAnswering<Body> = (request: MachineRequest) => Promise<MachineAnswer<Body> | undefined>;

export type TokenBody = {
  access_token: string;
  expires_in: number;
  scope?: string;
  token_type: string;
};

export type IntrospectionBody = { active: boolean } & Record<string, unknown>;

export type UserInfoBody = { sub: string } & Record<string, unknown>;

/** Returns the headers that the engine sends to pages of other origins, also if a request fails. */
export const headersForOrigin = (origin: string | undefined) => ({
  Vary: 'Origin',
  'Access-Control-Allow-Origin': origin || '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate',
});

/** The headers of the engine for a success. */
export const headersFor = (origin: string | undefined) => ({
  'Cache-Control': 'no-store',
  ...headersForOrigin(origin),
});

/** The same where no page of another origin asks. */
export const headersForPrograms = headersFor(undefined);

/** Headers that make the engine do more than this folder does. */
const unusual = ['origin', 'oauth-client-attestation', 'oauth-client-attestation-pop'];

/** The engine has an opinion of its own about other types, also where the rest of the service reads them as a form. */
const formTypes: ReadonlySet<string | undefined> = new Set([
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded;charset=utf-8',
]);

/** Whether a posted form is one that only the engine answers. */
export const isUnusual = ({ header }: Pick<MachineRequest, 'header'>): boolean =>
  unusual.some((name) => header(name) !== undefined) ||
  !formTypes.has(header('content-type')?.replaceAll(' ', '').toLowerCase());

/**
 * Reads parameters as the engine does: one that is empty is absent (RFC 6749 section 3.1).
 * @returns undefined if one was sent several times
 */
export function fieldsOf<Name extends string>(
  form: EngineForm,
  names: readonly Name[],
): Partial<Record<Name, string>> | undefined {
  const fields: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const sent = form[name];
    const value = Array.isArray(sent) ? sent[0] : sent;
    if (Array.isArray(sent) && sent.length > 1) return undefined;
    if (value !== undefined && value !== '') fields[name] = value;
  }
  return fields;
}

/** Seconds since 1970 when the request was read, by the clock of Postgres. */
export const epochSeconds = ({ now }: Pick<ReadAhead, 'now'>): number => Math.floor(now.getTime() / 1000);
