import { expect, test } from 'vitest';
import { blocksOf, type StreamBlock } from '../../clients/typescript/src/event-stream.ts';

/** Reads a text that comes in these parts. */
async function read(...parts: string[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
  const blocks: StreamBlock[] = [];
  for await (const block of blocksOf(body)) blocks.push(block);
  return blocks;
}
const message = { event: 'message', data: undefined, id: undefined };

test.for([
  ['an event', ['id: 1\nevent: change\ndata: {}\n\n'], [{ event: 'change', data: '{}', id: '1' }]],
  ['an event in parts', ['i', 'd: 1\nda', 'ta: x\n', '\n'], [{ ...message, data: 'x', id: '1' }]],
  [
    'lines that end with CR and LF, or with CR',
    ['data: a\r\n\r', '\ndata: b\r\rx'],
    [
      { ...message, data: 'a' },
      { ...message, data: 'b' },
    ],
  ],
  [
    'data of several lines, with one space less',
    ['data:  a\ndata:b\ndata\n\n'],
    [{ ...message, data: ' a\nb\n' }],
  ],
  ['a comment', [':\nid: 2\n\n'], [{ ...message, id: '2' }]],
  ['an id with a null, and an unknown field', ['id: a\0b\nretry: 1\n\n'], [message]],
  ['no block that is not whole, and no empty one', ['\n\n\ndata: a\n'], []],
] as const)('%s is read as the standard says', async ([, parts, blocks]) => {
  expect(await read(...parts)).toEqual(blocks);
});

test('a line without end is given up', async () => {
  await expect(read('data: ', 'x'.repeat(1_100_000))).rejects.toThrow(RangeError);
});
