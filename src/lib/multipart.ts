import { type Form, FormRefusal, mostFields } from './form.ts';

/** The media type of forms with files (RFC 7578). */
export const uploadType = 'multipart/form-data';

/**
 * Reads a form with files by the parser of the platform. A file becomes a text with one character for each byte, so that its reader
 * judges the bytes (`utf8OfFile`). Its name and its media type are dropped, because the browser made them up. A field that is not
 * UTF-8 has U+FFFD in the place of what cannot be read.
 *
 * @param type the header `Content-Type` with the boundary
 * @throws {FormRefusal} as `parseForm`
 */
export async function parseUpload(bytes: Uint8Array, type: string): Promise<Form> {
  const form: Form = Object.create(null);
  const entries = [...(await read(bytes, type))];
  if (entries.length > mostFields) throw new FormRefusal('body', `must have at most ${mostFields} fields`);
  for (const [name, value] of entries) {
    if (form[name] !== undefined) throw new FormRefusal(name, 'must be sent only once');
    if (name.includes('\0') || (typeof value === 'string' && value.includes('\0')))
      throw new FormRefusal(name, 'must not contain NUL');
    form[name] = typeof value === 'string' ? value : await octetsOf(value);
  }
  return form;
}

async function read(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData();
  } catch (error) {
    // Only the parser throws here, and its messages say how it works.
    if (error instanceof TypeError) throw new FormRefusal('body', 'is not a multipart form');
    throw error;
  }
}

const octetsOf = async (file: Blob): Promise<string> =>
  Buffer.from(await file.arrayBuffer()).toString('latin1');

/** Returns the text of a file in a form, without a byte order mark; undefined if it is not UTF-8. */
export function utf8OfFile(octets: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(octets, 'latin1'));
  } catch {
    return undefined;
  }
}
