import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { newSecret } from '../../../src/lib/secret.ts';
import { aCredential } from '../../support/builders.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test as base, type TestService } from '../../support/service.ts';

interface Faulty {
  method: string;
  path: string;
  key: string | undefined;
  headers: Record<string, string>;
  body: string;
  big: boolean;
  localAddress: string;
}

interface Stage {
  service: TestService;
  target: { id: string };
  revoked: { id: string };
  /** May change credentials, and may not. */
  able: { secret: string };
  unable: { secret: string };
  spentAble: { secret: string };
  spentUnable: { secret: string };
}

const blockedAddress = '127.0.0.9';
const tooMany = { status: 429, code: 'RATE_LIMITED' };

/**
 * Everything that can be wrong with one request, in the order of decisions 6.1. Faults of one group exclude
 * each other: a request has one path, one key, one body.
 */
const faults: {
  name: string;
  groups: string[];
  status: number;
  code: string;
  spoil: (request: Faulty, stage: Stage) => void;
}[] = [
  {
    name: 'plain HTTP',
    groups: [],
    status: 403,
    code: 'HTTPS_REQUIRED',
    spoil: (r) => void (r.headers['forwarded'] = 'for=192.0.2.1'),
  },
  {
    name: 'unknown path',
    groups: ['route', 'target'],
    status: 404,
    code: 'NOT_FOUND',
    spoil: (r) => void (r.path += '/nothing'),
  },
  {
    name: 'other method',
    groups: ['route'],
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    spoil: (r) => void (r.method = 'PUT'),
  },
  {
    // Good keys pass there.
    name: 'blocked address',
    groups: ['key'],
    ...tooMany,
    spoil: (r) => void Object.assign(r, { localAddress: blockedAddress, key: undefined }),
  },
  {
    name: 'no key',
    groups: ['key'],
    status: 401,
    code: 'UNAUTHORIZED',
    spoil: (r) => void (r.key = undefined),
  },
  {
    name: 'unknown key',
    groups: ['key'],
    status: 401,
    code: 'UNAUTHORIZED',
    spoil: (r) => void (r.key = newSecret('kd_live_')),
  },
  {
    name: 'spent window',
    groups: ['key'],
    ...tooMany,
    spoil: (r, { spentAble }) => void (r.key = spentAble.secret),
  },
  {
    name: 'spent window of a key without the scope',
    groups: ['key'],
    ...tooMany,
    spoil: (r, { spentUnable }) => void (r.key = spentUnable.secret),
  },
  {
    name: 'missing scope',
    groups: ['key'],
    status: 403,
    code: 'INSUFFICIENT_SCOPE',
    spoil: (r, { unable }) => void (r.key = unable.secret),
  },
  {
    name: 'Accept',
    groups: [],
    status: 406,
    code: 'NOT_ACCEPTABLE',
    spoil: (r) => void (r.headers['accept'] = 'image/png'),
  },
  {
    name: 'large body',
    groups: [],
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    spoil: (r) => void (r.big = true),
  },
  {
    name: 'other type',
    groups: [],
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    spoil: (r) => void (r.headers['content-type'] = 'text/plain'),
  },
  {
    name: 'malformed body',
    groups: ['body'],
    status: 400,
    code: 'MALFORMED_JSON',
    spoil: (r) => void (r.body = '{"name":}'),
  },
  {
    name: 'unknown field',
    groups: ['body'],
    status: 400,
    code: 'VALIDATION_ERROR',
    spoil: (r) => void (r.body = '{"nonsense":1}'),
  },
  {
    name: 'unknown parameter',
    groups: [],
    status: 400,
    code: 'VALIDATION_ERROR',
    spoil: (r) => void (r.path += '?nonsense=1'),
  },
  {
    name: 'missing resource',
    groups: ['target'],
    status: 404,
    code: 'CREDENTIAL_NOT_FOUND',
    spoil: (r) => void (r.path = `/api/v1/credentials/${newId('cred')}`),
  },
  {
    name: 'other version',
    groups: [],
    status: 412,
    code: 'PRECONDITION_FAILED',
    spoil: (r) => void (r.headers['if-match'] = '"99"'),
  },
  {
    name: 'other state',
    groups: ['target'],
    status: 409,
    code: 'CREDENTIAL_STATE_CONFLICT',
    spoil: (r, { revoked }) => void (r.path = `/api/v1/credentials/${revoked.id}`),
  },
];

// Paths are made before anything is added to them.
const spoilingOrder = ['missing resource', 'other state', 'unknown path'];

const test = base.extend<{ stage: Stage }>({
  stage: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({ RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_BURST: '0' });
      const { ours, origin, sql } = service;
      const make = (scopes: string[] = []) => aCredential(ours, { scopes });
      const [target, revoked, able, unable, spentAble, spentUnable] = await Promise.all([
        make(),
        make(),
        make(['credentials.write']),
        make(['credentials.read']),
        make(['credentials.write']),
        make(),
      ]);
      await sql("update credentials set status = 'REVOKED' where id = $1", [revoked.id]);
      await sql(
        "update credentials set window_started_at = now() + interval '1 hour', window_count = 100000 where id = any ($1)",
        [[spentAble.id, spentUnable.id]],
      );
      // Windows that outlast the slowest run; the node learns of the address by one more call.
      await sql("insert into request_windows values ($1, now() + interval '1 hour', 60)", [blockedAddress]);
      await sendRaw(origin, { path: '/api/v1/identities', localAddress: blockedAddress });
      await use({ service, target, revoked, able, unable, spentAble, spentUnable });
      await service.stop();
    },
    { scope: 'file' },
  ],
});

function send(stage: Stage, applied: typeof faults) {
  const request: Faulty = {
    method: 'PATCH',
    path: `/api/v1/credentials/${stage.target.id}`,
    key: stage.able.secret,
    headers: { 'content-type': 'application/json' },
    body: '{"name":"renamed"}',
    big: false,
    localAddress: '127.0.0.1',
  };
  const rank = ({ name }: { name: string }): number => spoilingOrder.indexOf(name) + 1 || 9;
  for (const { spoil } of [...applied].sort((a, b) => rank(a) - rank(b))) spoil(request, stage);
  const { key, headers, big, body, ...rest } = request;
  return sendRaw(stage.service.origin, {
    ...rest,
    headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body: big ? body.padEnd(1_048_577) : body,
  });
}

describe('the order of checks', () => {
  test('lets the request pass that has no fault', async ({ stage }) => {
    expect((await send(stage, [])).status).toBe(200);
  });

  test.for(faults)('$name alone answers $status $code', async (fault, { stage }) => {
    const { status, body } = await send(stage, [fault]);
    expect({ status, code: body.code }).toEqual({ status: fault.status, code: fault.code });
  });

  const pairs = faults.flatMap((first, at) =>
    faults
      .slice(at + 1)
      .filter(({ groups }) => !groups.some((group) => first.groups.includes(group)))
      .map((second) => ({ first, second, names: `${first.name} before ${second.name}` })),
  );

  test.for(pairs)('$names', async ({ first, second }, { stage }) => {
    const { status, body } = await send(stage, [first, second]);
    expect({ status, code: body.code }).toEqual({ status: first.status, code: first.code });
  });
});
