import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { aFrontOf } from './front.ts';

/** A value that no release has. */
const ofTomorrow = 'OF_TOMORROW';
/** Fields with an open enum, whose values the acts do not compare. */
const open = new Set(['riskLevel', 'type']);
/** Objects whose fields are those of users. */
const free = new Set(['metadata', 'details']);

/**
 * A front that makes the next server out of a service. It gives each object of a response one more field, and an unknown
 * value to open enums. Both are compatible changes (docs/compatibility.md).
 */
export const aNextServer = async (target: string): Promise<string> => (await aFrontOf(target, passOn)).origin;

async function passOn(got: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = await buffer(got);
  const isJson = /^application\/json\b/.test(got.headers['content-type'] ?? '');
  const sent = isJson ? Buffer.from(JSON.stringify(grown(JSON.parse(body.toString())))) : body;
  answer.writeHead(got.statusCode ?? 502, { ...got.headers, 'content-length': sent.length }).end(sent);
}

function grown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grown);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => {
    if (open.has(name) && typeof one === 'string') return [name, ofTomorrow];
    return [name, free.has(name) ? one : grown(one)];
  });
  return { ...Object.fromEntries(fields), addedTomorrow: { deep: [1] } };
}
