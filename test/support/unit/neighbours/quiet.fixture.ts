import { test } from 'vitest';

test('changes nothing', () => undefined);
