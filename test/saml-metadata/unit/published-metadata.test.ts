import { expect, test } from 'vitest';
import { hashesToRead } from '../../../src/saml-metadata/published-metadata.ts';

test('metadata whose signature is verified costs a tenant eight times as much', () => {
  expect(hashesToRead(1_000, false)).toBe(1);
  expect(hashesToRead(1_000, true)).toBe(1);
  expect(hashesToRead(524_288, false)).toBe(17);
  expect(hashesToRead(524_288, true)).toBe(129);
});
