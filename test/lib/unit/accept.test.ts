import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accepts, prefersHtml, prefersJson } from '../../../src/lib/accept.ts';

const json = ['application/json'];
const scim = ['application/scim+json', 'application/json'];

describe('accepts', () => {
  test.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'Application/JSON',
    'application/*',
    'text/html, application/json',
    'text/html,application/json;q=0.1',
    'application/json; charset=utf-8',
    'application/json;charset="utf-8";q=1.000',
    'text/html,*/*;q=0.8',
    'application/json, */*;q=0',
    'application/json;q=0, application/json;version=1',
    'application/json;version=1, application/json;q=0',
    'text/*;q=0, */*',
    '*/json',
    ' , application/json',
    'garbage, application/json',
    'garbage',
    'application/json;q=2, */*',
    'application/json;x=";q=0"',
    'text/html;x="a,\\"b", application/json',
    'application/json;;q=1',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    '*',
    'text/html, *;q=.2',
    'application/json;q=.2',
    'application/json;q=0.12345',
    'application/json;q=high',
    'x/application/json, text/html',
    '*/json, text/html',
    'text/html, garbage application/json',
  ])('lets %j accept JSON', (header) => {
    expect(accepts(header, json)).toBe(true);
  });

  test.each([
    'text/html',
    'application/xml',
    'application/json-patch+json',
    'application/jsonx, text/html',
    'application/json;q=0',
    'application/json;q=0.000',
    'application/json ; Q=0',
    '*/*;q=0',
    'application/*;q=0, */*',
    'application/json;q=0, */*',
    'application/json;q=0, application/*',
    'application/json;q=0, garbage',
    'application/json;q=.0',
    '*;q=0',
    'text/html, ,',
    'text/*',
    'text/html;x="application/json"',
    'text/html;x=",application/json,"',
  ])('does not let %j accept JSON', (header) => {
    expect(accepts(header, json)).toBe(false);
  });

  test('needs one of several types', () => {
    expect(accepts('application/json', scim)).toBe(true);
    expect(accepts('application/scim+json', scim)).toBe(true);
    expect(accepts('application/scim+json;q=0, application/json', scim)).toBe(true);
    expect(accepts('text/html', scim)).toBe(false);
  });

  test('returns true or false for any header', () => {
    const piece = fc.constantFrom(
      'application/json',
      '*/*',
      '*',
      '/',
      ',',
      ';',
      'q=0',
      'q=1',
      ' ',
      '"',
      '\\',
      'x="',
      '=',
      'é',
    );
    fc.assert(fc.property(fc.array(piece), (pieces) => typeof accepts(pieces.join(''), json) === 'boolean'));
  });

  test('decides on a long malformed header at once', () => {
    // CPU of this process: what others do on a busy machine does not count.
    const start = process.cpuUsage();
    for (const filler of ['; ', ' ', ';', ';q=0', ';a="\\"', ',', 'a/b,', '"', ' \t;\t ']) {
      accepts(`a/b${filler.repeat(16_384 / filler.length)}"`, json);
    }
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});

describe('prefersJson', () => {
  test.each([
    'application/json',
    'application/json;q=.1',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.5',
    'application/*, */*',
    'application/json, garbage',
  ])('treats %j as a program', (header) => {
    expect(prefersJson(header)).toBe(true);
  });

  test.each([
    undefined,
    '',
    '*/*',
    'garbage',
    'text/html',
    'image/png',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html, application/json',
    'text/html, */*; q=0.2',
    'application/json;q=0.5, text/html',
    'application/json;q=0',
  ])('shows %j a page', (header) => {
    expect(prefersJson(header)).toBe(false);
  });
});

describe('prefersHtml', () => {
  test.each([
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html, application/json;q=0.5',
  ])('treats %j as a browser', (header) => {
    expect(prefersHtml(header)).toBe(true);
  });
  test.each([
    undefined,
    '',
    '*/*',
    'garbage',
    'application/samlmetadata+xml',
    'application/json',
    'text/html, application/json',
  ])('does not treat %j as a browser', (header) => {
    expect(prefersHtml(header)).toBe(false);
  });
});
