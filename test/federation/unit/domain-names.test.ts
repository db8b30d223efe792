import { describe, expect, test } from 'vitest';
import { challengeName, storedDomains } from '../../../src/federation/domains/domain-names.ts';
import { isPublicMailDomain } from '../../../src/federation/domains/public-mail-domains.ts';

describe('storedDomains', () => {
  test('returns each domain once, in lower case', () => {
    expect(storedDomains(['ACME.example', 'acme.EXAMPLE', 'xn--BCHER-kva.example'])).toEqual([
      'acme.example',
      'xn--bcher-kva.example',
    ]);
  });

  test.for([
    '192.0.2.1',
    '1.2.3',
    'a.0x7f',
    'xn--.example',
    'xn--zzzzzzzz.example',
    'xn--acme-.example',
    // A second encoding of a name in ASCII.
    'xn--acme.example',
    'gmail.com',
    'GMX.at',
  ])('refuses %s', (domain) => {
    expect(() => storedDomains(['acme.example', domain])).toThrow(
      expect.objectContaining({ details: { 'domains.1': expect.any(String) } }),
    );
  });
});

describe('isPublicMailDomain', () => {
  test('knows large providers and their country domains', () => {
    for (const domain of [
      'gmail.com',
      'yahoo.co.jp',
      'hotmail.fr',
      'qq.com',
      'proton.me',
      'web.de',
      'outlook.com',
    ])
      expect(isPublicMailDomain(domain), domain).toBe(true);
  });

  test('leaves companies alone, also with a name that looks alike', () => {
    for (const domain of [
      'acme.com',
      'yahoo.acme.com',
      'mail.acme.com',
      'notgmail.com',
      'gmail.com.acme.example',
      'facebook.com',
    ])
      expect(isPublicMailDomain(domain), domain).toBe(false);
  });
});

test('challengeName stands below the domain', () => {
  expect(challengeName('acme.example')).toBe('_kd-challenge.acme.example');
});
