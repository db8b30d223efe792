import { describe, expect, test } from 'vitest';
import { namespaces } from '../../../src/saml-messages/names.ts';
import { readRedacted, redact } from '../../../src/saml-messages/redact.ts';
import { parseStrictly } from '../../../src/saml-messages/xml/strict.ts';

/** A message as callers who may read the directory see it. */
const shown = (content: string): string => {
  const declared = `xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}"`;
  const { documentElement } = parseStrictly(
    `<samlp:LogoutRequest ${declared}>${content}</samlp:LogoutRequest>`,
  );
  return readRedacted(redact(documentElement).parts, true);
};

describe('a redacted message', () => {
  test('shows the names of users and issuers', () => {
    const text = shown('<saml:Issuer>https://app</saml:Issuer><saml:NameID Format="f">ada</saml:NameID>');
    expect(text).toContain('>https://app</saml:Issuer>');
    expect(text).toContain('Format="f">ada</saml:NameID>');
  });

  test.for(['samlp:Extensions', 'samlp:StatusDetail', 'saml:Advice'])(
    'shows no value in %s, not even of an element that is known elsewhere',
    (name) => {
      const text = shown(
        `<${name}><saml:Attribute Name="canary-1"><saml:AttributeValue>canary-2</saml:AttributeValue></saml:Attribute>` +
          `<saml:Issuer>canary-3</saml:Issuer></${name}><saml:NameID>ada</saml:NameID>`,
      );
      expect(text).not.toContain('canary');
      expect(text).toContain('<saml:AttributeValue>[removed]</saml:AttributeValue>');
      expect(text).toContain('>ada</saml:NameID>');
    },
  );
});
