/** The media type of forms, as browsers and OAuth clients send them. */
export const formType = 'application/x-www-form-urlencoded';

/** A form that cannot be read. The message is a sentence for the client, without the field's name. */
export class FormRefusal extends Error {
  override readonly name = 'FormRefusal';
  /** The field's name as it was sent, cut to 64 characters. */
  readonly field: string;

  constructor(field: string, wrong: string) {
    super(wrong);
    this.field = field.slice(0, 64).toWellFormed() || 'body';
  }
}

/** More than any form of ours or of OAuth has. */
const mostFields = 200;

/**
 * Reads a form as the URL standard says, an object of texts without a prototype: `__proto__` is a field like any other.
 *
 * @throws {FormRefusal} a field sent twice (RFC 6749 section 3.1), more fields than anybody needs, NUL, which Postgres
 *   cannot store, or bytes that are not UTF-8
 */
export function parseForm(bytes: Uint8Array): Record<string, string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormRefusal('body', 'is not UTF-8');
  }
  const form: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > mostFields) throw new FormRefusal('body', `must have at most ${mostFields} fields`);
    if (name in form) throw new FormRefusal(name, 'must be sent only once');
    if (name.includes('\0') || value.includes('\0')) throw new FormRefusal(name, 'must not contain NUL');
    form[name] = value;
  }
  return form;
}
