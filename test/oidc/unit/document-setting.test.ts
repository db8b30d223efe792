import { describe, expect, test } from 'vitest';
import { refusalOfHost } from '../../../src/oidc/document-setting.ts';

describe('refusalOfHost', () => {
  test.for(['*', '*:8443', '*.', '*.com', 'a.*.example.com', '*.*.example.com', 'a*.example.com'])(
    'refuses the asterisk in %j',
    (entry) => {
      expect(refusalOfHost(entry)).toEqual(expect.any(String));
    },
  );

  test.for(['example.com', 'example.com:8443', '*.example.com', '127.0.0.1'])('allows %j', (entry) => {
    expect(refusalOfHost(entry)).toBeUndefined();
  });
});
