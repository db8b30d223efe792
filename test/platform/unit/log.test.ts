import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import { OutgoingFailure } from '../../../src/platform/outgoing.ts';

/** A log, and what it writes to a terminal or to a file. */
function logTo(out: { isTTY: boolean }, logFormat: 'auto' | 'json' | 'pretty' = 'auto') {
  const lines: string[] = [];
  const write = (line: string | Uint8Array) => lines.push(String(line)) > 0;
  return {
    log: createLog({ logLevel: 'info', logFormat }, { ...out, write }),
    written: () => lines.join(''),
  };
}
const terminal = { isTTY: true };
const file = { isTTY: false };

describe('LOG_FORMAT', () => {
  test('auto writes lines for people on a terminal, and JSON anywhere else', () => {
    const [people, programs] = [logTo(terminal), logTo(file)];
    for (const { log } of [people, programs])
      log.info({ port: 9090, host: 'localhost' }, 'metrics are served');
    expect(people.written()).toMatch(
      /^\d\d:\d\d:\d\d info {2}metrics are served port=9090 host=localhost\n$/,
    );
    expect(JSON.parse(programs.written())).toMatchObject({
      level: 'info',
      msg: 'metrics are served',
      port: 9090,
    });
  });

  test('json and pretty hold wherever the log goes', () => {
    const [json, pretty] = [logTo(terminal, 'json'), logTo(file, 'pretty')];
    for (const { log } of [json, pretty]) log.warn('a connection was lost');
    expect(JSON.parse(json.written())).toMatchObject({ level: 'warn' });
    expect(pretty.written()).toMatch(/ warn {2}a connection was lost\n$/);
  });
});

describe('while the database is away', () => {
  test('one line a second is written, without a stack, and counts the others', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { log, written } = logTo(file);
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const wrapped = Object.assign(new Error('the statement failed'), { previous: refused });
    const fail = () => {
      log.error({ err: refused, task: 'clean-up' }, 'a task failed');
      log.error({ requestId: 'req_1', err: wrapped }, 'SERVICE_UNAVAILABLE');
      log.warn({ err: new Error('Connection terminated unexpectedly') }, 'a database connection was lost');
      log.error(`Failed to complete jobs '9':\n${String(refused.stack)}`);
    };
    const lines = () =>
      written()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as object);
    fail();
    expect(lines()).toEqual([
      {
        level: 'error',
        time: expect.any(String),
        task: 'clean-up',
        database: 'ECONNREFUSED',
        msg: 'a task failed',
      },
    ]);
    vi.advanceTimersByTime(999);
    fail();
    expect(lines()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    fail();
    expect(lines()).toHaveLength(2);
    expect(lines()[1]).toMatchObject({ database: 'ECONNREFUSED', more: 7, msg: 'a task failed' });
    expect(written()).not.toContain('    at ');
  });

  test('lines about anything else are written, with the stack', () => {
    const { log, written } = logTo(file);
    const mail = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION', command: 'CONN' });
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const outgoing = new OutgoingFailure('CONNECTION_REFUSED', refused);
    const errors = [
      new Error('undefined is not a function'),
      mail,
      mail,
      new AggregateError([mail]),
      outgoing,
    ];
    for (const err of errors) log.error({ err }, 'a task failed');
    log.info('connecting');
    expect(written().trim().split('\n')).toHaveLength(6);
    expect(written()).not.toContain('"database"');
  });
});

describe('a secret in a line', () => {
  const secret = `kd_live_${'7'.repeat(49)}`;

  test.for(['json', 'pretty'] as const)('is masked, also in an error: %s', (format) => {
    const { log, written } = logTo(file, format);
    log.warn(
      { err: new Error(`invalid address /x?search=${secret}`), asked: `scim_${'7'.repeat(49)}` },
      secret,
    );
    expect(written()).toContain('kd_live_…');
    expect(written()).toContain('scim_…');
    expect(written()).not.toContain('7777');
  });
});

describe('lines for people', () => {
  test('keep all of a failure: its stack, its code, its causes, those it stands for', () => {
    const { log, written } = logTo(terminal);
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const err = new Error('could not be reached', { cause: new AggregateError([refused], 'all failed') });
    log.error({ err, requestId: 'req_1' }, 'a request failed');
    const text = written();
    expect(text).toMatch(
      /^\d\d:\d\d:\d\d error a request failed requestId=req_1\n {2}Error: could not be reached\n {6}at /,
    );
    expect(text).toContain('\n  caused by:\n    AggregateError: all failed\n');
    expect(text).toContain('\n    one of several errors:\n      Error: connect ECONNREFUSED\n');
    expect(text).toContain('code=ECONNREFUSED');
    expect(text).not.toContain('undefined');
  });

  test('have no control characters for the terminal to obey', () => {
    const { log, written } = logTo(terminal);
    const evil = '\u001b[2J\u009b31m\r';
    log.warn({ said: evil, err: new Error(`${evil}\nsecond line`) }, `told: ${evil}`);
    // oxlint-disable-next-line no-control-regex
    expect(written()).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
    expect(written()).toContain('told: \\u001b[2J\\u009b31m\\u000d');
    expect(written()).toContain('\n  second line\n');
  });
});
