import { cut } from './cut.ts';
/** The media type of forms, as browsers and OAuth clients send them. */
export const formType = 'application/x-www-form-urlencoded';

/** A form that cannot be read. The message is a sentence for the client, without the field's name. */
export class FormRefusal extends Error {
  override readonly name = 'FormRefusal';
  /** The field's name as it was sent, cut to 64 characters. */
  readonly field: string;

  constructor(field: string, wrong: string) {
    super(wrong);
    this.field = cut(field, 64) || 'body';
  }
}

/** More than any form of ours or of OAuth has. */
export const mostFields = 200;

/** The fields of a form by their names. */
export type Form = Record<string, string | string[]>;

/**
 * Reads a form as the URL standard says, an object without a prototype: `__proto__` is a field like any other.
 *
 * @param lists the fields that may be sent several times (RFC 8707 section 2, RFC 8693 section 2.1): lists, also of one
 * @throws {FormRefusal} another field sent twice (RFC 6749 section 3.1), more fields than anybody needs, NUL, which
 *   Postgres cannot store, or bytes that are not UTF-8, also where they are percent-encoded
 */
export function parseForm(bytes: Uint8Array, lists: readonly string[] = []): Form {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormRefusal('body', 'is not UTF-8');
  }
  // Before it is read: what is refused for its size must not cost what reading it costs.
  if (text.split('&', mostFields + 1).length > mostFields)
    throw new FormRefusal('body', `must have at most ${mostFields} fields`);
  if (!encodesUtf8(text)) throw new FormRefusal('body', 'is not UTF-8');
  const form: Form = Object.create(null);
  // A text that begins with a question mark is not a query here, and the mark belongs to the name.
  for (const [name, value] of new URLSearchParams(`?${text}`)) {
    if (name.includes('\0') || value.includes('\0')) throw new FormRefusal(name, 'must not contain NUL');
    const before = form[name];
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) throw new FormRefusal(name, 'must be sent only once');
    else form[name] = lists.includes(name) ? [value] : value;
  }
  return form;
}

/**
 * Whether all percent-encoded bytes are UTF-8. The URL standard replaces the others, so a client would get back another value
 * than it sent, and two passwords could be one. A percent sign that encodes nothing stands for itself.
 */
function encodesUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}
