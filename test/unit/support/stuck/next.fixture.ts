import { it } from 'vitest';

it('comes next', () => undefined);
