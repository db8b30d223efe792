import { expect, test } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import { assertNoFaults, notingFaults } from '../answer-faults.ts';

const fault = new Error('The response of getThing violates the contract: status 418 is not declared');

test.each(['error', 'fatal'] as const)(
  'notes an answer that breaks the contract, at the level %s',
  (logLevel) => {
    const faults: string[] = [];
    const lines: string[] = [];
    const out = { isTTY: false, write: (line: string) => lines.push(line) > 0 };
    const log = notingFaults(createLog({ logLevel, logFormat: 'json' }, out), faults);
    log.error({ err: fault }, 'INTERNAL_ERROR');
    log.error({ err: new Error('the disk is full') }, 'INTERNAL_ERROR');
    log.error('no object');
    expect(faults).toEqual([fault.message]);
    expect(lines).toHaveLength(logLevel === 'error' ? 3 : 0);
  },
);

test('fails a file with such an answer', () => {
  assertNoFaults([]);
  expect(() => assertNoFaults([fault.message])).toThrow(fault.message);
});
