import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDnsName, readTxtResponse, txtRequest } from '../../../src/lib/dns-message.ts';
import { readDnsServer, systemDnsServers } from '../../../src/lib/dns-server.ts';
import { createTxtLookUp } from '../../../src/lib/txt-records.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';

const name = '_kd-challenge.acme.example';

async function aServer(): Promise<DnsServer> {
  const server = await startDnsServer();
  onTestFinished(() => server.close());
  return server;
}

/** Asks these servers, one after the other, and gives each little time. */
const lookUpAt = (...addresses: string[]) =>
  createTxtLookUp(
    addresses.map((address) => readDnsServer(address) ?? { address: '', port: 0 }),
    { tryMs: 100 },
  );

describe('createTxtLookUp', () => {
  test('returns the records, the strings of each joined', async () => {
    const server = await aServer();
    server.answer(name, { txt: ['one', ['two ', 'parts'], 'x'.repeat(600)] });
    expect(await lookUpAt(server.address)(name)).toEqual({
      kind: 'records',
      records: ['one', 'two parts', 'x'.repeat(600)],
    });
  });

  test('asks again by TCP for what is too long for UDP', async () => {
    const server = await aServer();
    const txt = Array.from({ length: 200 }, (_, at) => `${at} ${'x'.repeat(240)}`);
    server.answer(name, { txt });
    expect(await lookUpAt(server.address)(name)).toEqual({ kind: 'records', records: txt });
    expect(server.asked).toEqual([name, name]);
  });

  test('follows aliases, and believes records of other names nowhere', async () => {
    const server = await aServer();
    server.answer(name, { cname: 'one.example' });
    server.answer('one.example', { cname: 'two.example' });
    server.answer('two.example', { txt: ['here'] });
    expect(await lookUpAt(server.address)(name)).toEqual({ kind: 'records', records: ['here'] });
  });

  test.for([
    ['a name that does not exist', { code: 'NXDOMAIN' }],
    ['a name without TXT records', {}],
    ['an alias of nothing', { cname: 'nowhere.example' }],
  ] as const)('calls %s absent', async ([, answer]) => {
    const server = await aServer();
    server.answer(name, answer);
    expect(await lookUpAt(server.address)(name)).toEqual({ kind: 'absent' });
  });

  test.for([
    ['SERVFAIL', { code: 'SERVFAIL' }, 'SERVFAIL'],
    ['REFUSED', { code: 'REFUSED' }, 'REFUSED'],
    ['NOTIMP', { code: 'NOTIMP' }, 'NOTIMP'],
    ['a referral', { lie: 'referral' }, 'a referral'],
    ['silence', { silent: true }, 'no response in time'],
    ['another id', { lie: 'id' }, 'no response in time'],
    ['another question', { lie: 'question' }, 'no response in time'],
    ['half a message', { lie: 'cut' }, 'no response in time'],
  ] as const)('concludes nothing from %s', async ([, answer, reason]) => {
    const server = await aServer();
    server.answer(name, { txt: ['here'], ...answer });
    expect(await lookUpAt(server.address)(name)).toEqual({ kind: 'unknown', reason });
    expect(server.asked).toEqual([name, name]);
  });

  test('waits for the right response behind a wrong one', async () => {
    const server = await aServer();
    server.answer(name, { txt: ['here'], lie: 'id first' });
    expect(await lookUpAt(server.address)(name)).toEqual({ kind: 'records', records: ['here'] });
  });

  test('asks the next server when one cannot say', async () => {
    const [first, second] = [await aServer(), await aServer()];
    first.answer(name, { code: 'SERVFAIL' });
    second.answer(name, { txt: ['here'] });
    expect(await lookUpAt(first.address, second.address)(name)).toEqual({
      kind: 'records',
      records: ['here'],
    });
    // The first that knows is believed.
    expect(await lookUpAt(second.address, first.address)(name)).toMatchObject({ kind: 'records' });
    expect(first.asked).toHaveLength(1);
  });

  test('ends after its whole time, however many servers hang', async () => {
    const server = await aServer();
    server.answer(name, { silent: true });
    const one = readDnsServer(server.address) ?? { address: '', port: 0 };
    const lookUp = createTxtLookUp(
      Array.from({ length: 50 }, () => one),
      { tryMs: 40, totalMs: 100 },
    );
    expect(await lookUp(name)).toEqual({ kind: 'unknown', reason: 'no response in time' });
    // Timers may fire a little early, so that a last try has next to no time.
    expect(server.asked.length).toBeLessThan(25);
  });

  test('gives up a response that is too long by TCP, too', async () => {
    const server = await aServer();
    server.answer(name, { lie: 'always cut' });
    expect(await lookUpAt(server.address)(name)).toEqual({
      kind: 'unknown',
      reason: 'the name server cannot be reached',
    });
  });

  test('asks no server for names that cannot exist', async () => {
    const server = await aServer();
    const lookUp = lookUpAt(server.address);
    for (const wrong of [
      'acme.invalid',
      'invalid',
      'a..example',
      `${'x'.repeat(64)}.example`,
      'x.'.repeat(200),
    ])
      expect(await lookUp(wrong)).toEqual({ kind: 'absent' });
    expect(server.asked).toEqual([]);
  });

  test('concludes nothing without a server', async () => {
    expect(await createTxtLookUp([])(name)).toEqual({ kind: 'unknown', reason: 'there is no name server' });
  });
});

describe('readTxtResponse', () => {
  const request = txtRequest(0x1234, name);
  const header = (counts = 1, flags = 0x8180) =>
    Buffer.from([0x12, 0x34, flags >> 8, flags & 255, 0, 1, 0, counts, 0, 0, 0, 0]);
  const question = request.subarray(12);
  const record = (owner: number[], type: number, data: number[]) =>
    Buffer.from([...owner, 0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255, ...data]);
  const respond = (...records: Buffer[]) => Buffer.concat([header(records.length), question, ...records]);
  const own = [0xc0, 12];
  const read = (message: Buffer) => readTxtResponse(message, request);

  test('reads compressed names', () => {
    expect(read(respond(record(own, 16, [2, 111, 107])))).toEqual({ kind: 'records', records: ['ok'] });
  });

  test('ignores records of other names, types and classes', () => {
    const foreign = record([1, 97, 0], 16, [2, 111, 107]);
    const otherType = record(own, 99, [2, 111, 107]);
    const otherClass = record(own, 16, [2, 111, 107]);
    otherClass[5] = 3;
    expect(read(respond(foreign, otherType, otherClass))).toEqual({ kind: 'absent' });
  });

  test.for([
    ['a pointer to itself', record([0xc0, 12 + question.length], 16, [1, 97])],
    ['a pointer forward', record([0xc0, 0xff], 16, [1, 97])],
    ['a label of 64 bytes', record([64, ...Array.from({ length: 64 }, () => 97), 0], 16, [1, 97])],
    ['a string that is longer than its record', record(own, 16, [9, 97])],
    ['a record that is longer than the message', record(own, 16, [1, 97]).subarray(0, -1)],
  ] as const)('rejects %s', ([, broken]) => {
    expect(read(respond(broken))).toEqual({ kind: 'failed', reason: 'a response that cannot be read' });
  });

  test('rejects records that are announced and missing', () => {
    expect(read(Buffer.concat([header(3), question]))).toEqual({
      kind: 'failed',
      reason: 'a response that cannot be read',
    });
  });

  test('takes a request, or a message about more, for no response', () => {
    expect(read(request)).toBeUndefined();
    const two = respond();
    two[5] = 2;
    expect(read(two)).toBeUndefined();
  });

  test('never throws, and never reads past the message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, counts) => {
        read(Buffer.concat([header(counts), question, bytes]));
        read(Buffer.from(bytes));
      }),
    );
  });
});

describe('isDnsName', () => {
  test('knows the limits of names and labels', () => {
    expect(isDnsName(`${'a'.repeat(63)}.example`)).toBe(true);
    expect(isDnsName(`${'a'.repeat(64)}.example`)).toBe(false);
    expect(isDnsName(`${'a.'.repeat(126)}a`)).toBe(true);
    expect(isDnsName(`${'a.'.repeat(127)}a`)).toBe(false);
    expect(isDnsName('a..b')).toBe(false);
  });
});

describe('systemDnsServers', () => {
  test('has addresses and ports', () => {
    for (const { address, port } of systemDnsServers()) {
      expect(address).toMatch(/^[\da-f.:%\w]+$/);
      expect(port).toBeGreaterThan(0);
    }
  });
});
