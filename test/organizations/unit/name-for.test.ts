import { describe, expect, test } from 'vitest';
import { nameFor } from '../../../src/organizations/creation.ts';

describe('nameFor', () => {
  test.for([
    ['https://id.example.com', 'id.example.com'],
    ['https://login.acme.test:8443', 'login.acme.test'],
    [undefined, 'Keyward'],
    ['http://localhost:3000', 'Keyward'],
    ['http://app.localhost:3000', 'Keyward'],
    ['http://127.0.0.1:3000', 'Keyward'],
    ['https://[2001:db8::1]', 'Keyward'],
    ['https://x', 'Keyward'],
    [`https://${'a.'.repeat(60)}example`, 'Keyward'],
  ] as const)('for %s is %s', ([baseUrl, name]) => {
    expect(nameFor(baseUrl)).toBe(name);
  });
});
