import { test } from 'vitest';

test('comes next', () => undefined);
