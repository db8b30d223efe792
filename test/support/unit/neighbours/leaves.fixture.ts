import { test } from 'vitest';

test('leaves a mark in its process', () => {
  Object.assign(globalThis, { marked: true });
});
