import type { Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { restoreGate } from '../../../src/recovery/restore-gate.ts';

test('an open node looks by itself, and ends when its database was restored', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let restored = true;
  const query = () => Promise.resolve({ rows: [{ closed: restored }] });
  const closedAgain = vi.fn<() => void>();
  const gate = await restoreGate({ query } as unknown as Pool, closedAgain);
  onTestFinished(() => gate.stop());
  expect(gate.isClosed()).toBe(true);
  restored = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gate.isClosed()).toBe(false);
  await gate.opened;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(closedAgain).not.toHaveBeenCalled();
  restored = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(gate.isClosed()).toBe(true);
  expect(closedAgain).toHaveBeenCalledOnce();
});
