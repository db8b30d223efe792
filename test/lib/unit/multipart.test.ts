import { describe, expect, test } from 'vitest';
import { FormRefusal } from '../../../src/lib/form.ts';
import { parseUpload, utf8OfFile } from '../../../src/lib/multipart.ts';

const type = 'multipart/form-data; boundary=x';
const part = (name: string, value: string, more = ''): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const read = (text: string, as = type) => parseUpload(Buffer.from(text), as);
const file = '; filename="a.xml"';

describe('a form with files', () => {
  test('has texts, and files with one character for each byte', async () => {
    const form = await read(
      `${part('a', 'é')}${part('f', 'é', file)}${part('none', '', '; filename=""')}--x--`,
    );
    expect(form).toEqual({ a: 'é', f: 'Ã©', none: '' });
    expect(Object.getPrototypeOf(form)).toBeNull();
  });

  test('as browsers write it is read', async () => {
    const sent = new FormData();
    sent.set('a "b"', 'line\r\nline');
    sent.set('f', new Blob(['--x\r\n\0']), 'ü.xml');
    const response = new Response(sent);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(await parseUpload(bytes, response.headers.get('content-type') ?? '')).toEqual({
      'a "b"': 'line\r\nline',
      f: '--x\r\n\0',
    });
  });

  test.for([
    ['a field twice', `${part('a', '1')}${part('a', '2')}--x--`, type],
    ['a field and a file of one name', `${part('a', '')}${part('a', '2', file)}--x--`, type],
    ['NUL', `${part('a', '\0')}--x--`, type],
    ['201 fields', `${Array.from({ length: 201 }, (_, n) => part(`a${n}`, '')).join('')}--x--`, type],
    ['no end', part('a', '1'), type],
    ['no boundary', `${part('a', '1')}--x--`, 'multipart/form-data'],
    ['another boundary', `${part('a', '1')}--x--`, 'multipart/form-data; boundary=y'],
    ['nothing of a form', 'a=1', type],
  ] as const)('with %s is refused', async ([, text, as]) => {
    await expect(read(text, as)).rejects.toBeInstanceOf(FormRefusal);
  });

  test('has __proto__ as a field like any other', async () => {
    const form = await read(`${part('__proto__', '1')}--x--`);
    expect(Object.keys(form)).toEqual(['__proto__']);
  });
});

describe('the text of a file', () => {
  const octets = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

  test('is UTF-8, without a byte order mark', () => {
    expect(utf8OfFile(octets(Buffer.from('\uFEFFé€')))).toBe('é€');
  });

  test('is nothing in another encoding', () => {
    expect(utf8OfFile(octets(Buffer.from('\uFEFF<a/>', 'utf16le')))).toBeUndefined();
    expect(utf8OfFile(octets(Buffer.from('é', 'latin1')))).toBeUndefined();
  });
});
