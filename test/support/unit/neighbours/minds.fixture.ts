import { expect, test } from 'vitest';

test('fails after a neighbour that leaves a mark', () => expect('marked' in globalThis).toBe(false));
