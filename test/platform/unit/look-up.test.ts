import { createSocket } from 'node:dgram';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLookUp, type LookUp } from '../../../src/platform/look-up.ts';

type Answer = Buffer[] | 'no such name' | 'failure' | 'silence';

/** A name server that knows one name's addresses, by type: A is 1, AAAA is 28 (RFC 1035, RFC 3596). */
async function lookUpWith(answers: { 1: Answer; 28: Answer }): Promise<{ lookUp: LookUp; asked: string[] }> {
  const asked: string[] = [];
  const server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const type = question.readUInt16BE(question.length - 4);
    asked.push(
      question
        .subarray(1, -5)
        .toString('latin1')
        .replaceAll(/[^\w-]/g, '.'),
    );
    const answer = type === 1 || type === 28 ? answers[type] : 'failure';
    if (answer === 'silence') return;
    const records = typeof answer === 'string' ? [] : answer;
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    if (answer === 'no such name') head[3] = 0x83;
    if (answer === 'failure') head[3] = 0x82;
    const record = (data: Buffer) =>
      Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
    server.send(Buffer.concat([head, question, ...records.map(record)]), port, address);
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  onTestFinished(async () => {
    await new Promise<void>((done) => server.close(done));
  });
  return { lookUp: createLookUp([`127.0.0.1:${server.address().port}`]), asked };
}

const one = Buffer.from([8, 8, 8, 8]);
const other = Buffer.from([10, 0, 0, 1]);
const six = Buffer.from('20010db8000000000000000000000001', 'hex');

describe('a look-up', () => {
  test('returns all addresses of both kinds, so that all can be checked', async () => {
    const { lookUp, asked } = await lookUpWith({ 1: [one, other], 28: [six] });
    const found = await lookUp('hooks.example.org');
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
        { address: '2001:db8::1', family: 6 },
      ]),
    );
    expect(asked).toEqual(['hooks.example.org', 'hooks.example.org']);
  });

  test.for([
    ['no AAAA', { 1: [one], 28: [] }, '8.8.8.8'],
    ['a server that fails on AAAA', { 1: [one], 28: 'failure' }, '8.8.8.8'],
    ['no A', { 1: [], 28: [six] }, '2001:db8::1'],
  ] as const)('accepts one kind: %s', async ([, { 1: a, 28: aaaa }, address]) => {
    const { lookUp } = await lookUpWith({ 1: [...a], 28: typeof aaaa === 'string' ? aaaa : [...aaaa] });
    expect(await lookUp('hooks.example.org')).toMatchObject([{ address }]);
  });

  test.for(['no such name', 'failure'] as const)('throws after %s', async (answer) => {
    const { lookUp } = await lookUpWith({ 1: answer, 28: answer });
    await expect(lookUp('hooks.example.org')).rejects.toThrow('The name has no address');
  });

  test.for([
    ['8.8.8.8', { address: '8.8.8.8', family: 4 }],
    ['2001:db8::1', { address: '2001:db8::1', family: 6 }],
    ['localhost', { address: '127.0.0.1', family: 4 }],
    ['x.localhost', { address: '127.0.0.1', family: 4 }],
  ] as const)('for %s sends no query', async ([host, address]) => {
    const { lookUp, asked } = await lookUpWith({ 1: [one], 28: [six] });
    expect(await lookUp(host)).toEqual([address]);
    expect(asked).toEqual([]);
  });

  test.for(['invalid', 'hooks.invalid'])('sends no query for %s, which has no address', async (host) => {
    const { lookUp, asked } = await lookUpWith({ 1: [one], 28: [six] });
    await expect(lookUp(host)).rejects.toThrow('reserved domain invalid');
    expect(asked).toEqual([]);
  });

  test('adds no domain of this machine to a short name', async () => {
    const { lookUp, asked } = await lookUpWith({ 1: 'no such name', 28: 'no such name' });
    await expect(lookUp('intranet')).rejects.toThrow();
    expect(new Set(asked)).toEqual(new Set(['intranet']));
  });
});
