import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'vitest';

test('stands still', async () => {
  // Until vitest has told that the test began.
  await wait(500);
  for (;;);
});
