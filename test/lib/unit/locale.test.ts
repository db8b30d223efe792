import { describe, expect, test } from 'vitest';
import { acceptedLocale, wishedLocale } from '../../../src/lib/locale.ts';

describe('acceptedLocale', () => {
  test.for<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['de', 'de'],
    ['DE-ch', 'de'],
    ['pt-BR, pt;q=0.9', undefined],
    ['pt, fr;q=0.2, de;q=0.3', 'de'],
    ['fr;q=0.8, de;q=0.8', 'fr'],
    ['de;q=0', undefined],
    ['de;q=0, fr;q=0.001', 'fr'],
    ['de;q=2, en;q=0.1', 'en'],
    ['de ; q=0.5 , en ; q=0.4', 'de'],
    ['de;level=1;q=0.1, en;q=0.2', 'en'],
    ['deutsch', undefined],
    ['<script>, "de"', undefined],
    ['__proto__, constructor', undefined],
  ])('reads %j as %s', ([header, locale]) => expect(acceptedLocale(header)).toBe(locale));

  test('reads only the beginning of a very long header', () => {
    expect(acceptedLocale(`${'x,'.repeat(300)}de`)).toBeUndefined();
  });
});

describe('wishedLocale', () => {
  test.for<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['fr-CA fr en', 'fr'],
    ['pt  de', 'de'],
    ['pt', undefined],
    ['de"><script>', undefined],
    ['../de', undefined],
  ])('reads %j as %s', ([text, locale]) => expect(wishedLocale(text)).toBe(locale));
});
