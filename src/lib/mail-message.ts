import { MIMEType } from 'node:util';

/** A mail, as its reader sees it. */
export interface MailMessage {
  subject: string;
  from: string;
  to: string;
  text: string;
  /** Empty where it has no such part. */
  html: string;
}

/**
 * Reads a mail as our mailer writes it: parts in UTF-8 or ASCII, in quoted-printable, base64 or unencoded (RFC 2045,
 * RFC 2047). Reads other mails as far as it understands them.
 */
export function readMailMessage(bytes: Buffer): MailMessage {
  const whole = partOf(bytes.toString('latin1'));
  const parts = whole.type.startsWith('multipart/') ? leavesOf(whole) : [whole];
  const bodyOf = (type: string): string => parts.find((part) => part.type === type)?.text() ?? '';
  return {
    subject: whole.header('subject'),
    from: whole.header('from'),
    to: whole.header('to'),
    text: bodyOf('text/plain'),
    html: withPictures(bodyOf('text/html'), parts),
  };
}

/** The pictures of a mail stand in its HTML as data URLs, in place of their `cid:` (RFC 2392). */
const withPictures = (html: string, parts: readonly Part[]): string =>
  parts.reduce((shown, { type, id, bytes }) => {
    if (id === '' || !/^image\/(png|jpeg|gif)$/.test(type)) return shown;
    return shown.replaceAll(`"cid:${id}"`, `"data:${type};base64,${bytes().toString('base64')}"`);
  }, html);

interface Part {
  /** Without parameters. */
  type: string;
  boundary: string | null;
  /** The `Content-ID`; empty without one. */
  id: string;
  header: (name: string) => string;
  body: string;
  bytes: () => Buffer;
  text: () => string;
}

/** @param source octets as characters */
function partOf(source: string): Part {
  const [, head = '', body = ''] = /^(.*?\r?\n)\r?\n(.*)$/s.exec(source) ?? [];
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const rawHeader = (name: string): string =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  const type = typeOf(rawHeader('content-type'));
  const bytes = (): Buffer => decoded(body, rawHeader('content-transfer-encoding').toLowerCase());
  return {
    type: type.essence,
    boundary: type.params.get('boundary'),
    header: (name) => withoutEncodedWords(rawHeader(name)),
    body,
    id: rawHeader('content-id').replace(/^<|>$/g, ''),
    bytes,
    text: () => bytes().toString('utf8').replaceAll('\r\n', '\n'),
  };
}

function typeOf(header: string): MIMEType {
  try {
    return new MIMEType(header);
  } catch {
    return new MIMEType('text/plain');
  }
}

/** The parts of a mail that have no parts themselves. A picture is in a `multipart/related` beside its HTML (RFC 2387). */
const leavesOf = (part: Part): Part[] =>
  partsOf(part).flatMap((one) => (one.type.startsWith('multipart/') ? leavesOf(one) : [one]));

const partsOf = ({ body, boundary }: Part): Part[] =>
  `\r\n${body}`
    .split(`\r\n--${boundary ?? ''}`)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => partOf(part.replace(/^[^\n]*\n/, '')));

function decoded(text: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  return Buffer.from(
    encoding === 'quoted-printable' ? unquoted(text.replace(/=[ \t]*\r?\n/g, '')) : text,
    'latin1',
  );
}

const unquoted = (text: string): string =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const encodedWord = /=\?utf-8\?([qb])\?([^?]*)\?=/gi;
const encodedWords = /=\?utf-8\?[qb]\?[^?]*\?=(?:\s+=\?utf-8\?[qb]\?[^?]*\?=)*/gi;

/** RFC 2047: the space between two encoded words means nothing, and a character may be split between them. */
const withoutEncodedWords = (header: string): string =>
  header.replace(encodedWords, (run) => {
    const words = [...run.matchAll(encodedWord)].map(([, form = '', text = '']) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(unquoted(text.replaceAll('_', ' ')), 'latin1'),
    );
    return Buffer.concat(words).toString('utf8');
  });
