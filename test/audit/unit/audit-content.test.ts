import { expect, test } from 'vitest';
import { viewAuditLog } from '../../../src/audit/views/audit-logs.ts';
import { parseJson } from '../../../src/lib/json.ts';

const row = {
  id: 'aud_1',
  createdAt: new Date(0),
  action: 'user.login',
  actorType: 'USER',
  actorId: null,
  targetType: 'user',
  targetId: null,
  result: 'SUCCESS',
  code: null,
  requestId: null,
  sequence: null,
  hash: null,
} as const;

const strictly = (text: string): unknown => {
  try {
    return parseJson(Buffer.from(text), { maxDepth: 256 });
  } catch {
    return undefined;
  }
};

test.for([
  '{"reason":"a"}',
  ' {"reason":"a"}',
  '{"reason":"a","reason":"b"}',
  '{"reason":"\\ud800"}',
  '{"reason":"\\u0000"}',
  '{"reason":"\\u0061"}',
  '{"reason":9007199254740993}',
  '{"reason":1e999}',
  '{"reason":100000000000000000000}',
  '{"reason":-0}',
  '{"2":1,"1":2,"reason":"a"}',
  '{"__proto__":1,"reason":"a"}',
  '{"reason":"a\\"b\\n"}',
  `{"reason":${'['.repeat(250)}${']'.repeat(250)}}`,
  `{"reason":${'['.repeat(256)}${']'.repeat(256)}}`,
  '{"reason":"a"',
  'null',
  '[]',
  '"a"',
])('the content of an audit row is shown as the strict reader reads it: %s', (content) => {
  const read = strictly(content) as { reason?: unknown } | null | undefined;
  expect(viewAuditLog({ ...row, content }, 'live').reason).toEqual(read?.reason ?? null);
});
