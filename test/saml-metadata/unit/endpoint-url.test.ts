import { describe, expect, test } from 'vitest';
import { refusalOfSamlEndpoint } from '../../../src/saml-metadata/endpoint-url.ts';

describe('an address that browsers are sent to', () => {
  test.for([
    'https://app.example.com/slo?tenant=1;2,3',
    'https://my_app.example.com:8443/slo',
    'https://APP.example.com/slo',
    'https://bücher.example.com/slo',
    'https://[2001:db8::1]/slo',
    'http://localhost:3000/slo',
  ])('may be %s', (url) => {
    expect(refusalOfSamlEndpoint(url)).toBeUndefined();
  });

  // The host becomes a part of the policy of the page that has frames.
  test.for([
    'https://app,sandbox;x.example.com/slo',
    'https://app%3Bx.example.com/slo',
    'https://*.example.com/slo',
    'https://*/slo',
    "https://'none'/slo",
    'https://a$b.example.com/slo',
  ])('may not be %s', (url) => {
    expect(refusalOfSamlEndpoint(url)).toContain('must have a host');
  });
});
