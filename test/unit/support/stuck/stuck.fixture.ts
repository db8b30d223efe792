import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';

it('stands still', async () => {
  // Until vitest has told that the test began.
  await wait(500);
  for (;;);
});
