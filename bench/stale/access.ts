// Decisions of conditional access that begin after a change was answered, on every node.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { newId } from '../../src/lib/id.ts';
import { withClient } from '../frame/with-client.ts';
import type { Seed } from '../verify/seed.ts';
import type { Rig } from '../frame/rig.ts';

/** Sends a request to a node, and returns the status and the body. */
export type Ask = (
  port: number,
  method: string,
  path: string,
  parts: { headers: Record<string, string>; body?: object },
) => Promise<{ status: number; text: string }>;

export interface FoundAccess {
  changes: number;
  decisions: number;
  stale: number;
  changeMillis: number;
}

const verifications = 3;
const here = ['203.0.113.0/24', '127.0.0.0/8'];
const elsewhere = ['198.51.100.0/24'];

/**
 * Changes a policy and its location in turn, on each node in turn. After each answer, every node judges three verifications and
 * a visit of the account page. The same key is verified on every node meanwhile.
 */
export async function checkAccess(
  { data, urls }: Rig<Seed>,
  ports: readonly number[],
  changes: number,
  ask: Ask,
): Promise<FoundAccess> {
  const credential = data.capped.at(-1) as string;
  const cookie = `kd_session=${await aLogin(urls.superuser, data.orgId)}`;
  const call = async (port: number, method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${data.caller}` };
    const { status, text } = await ask(port, method, `/api/v1${path}`, { headers, body });
    if (status >= 300) throw new Error(`${path} was answered ${status}: ${text}`);
    return JSON.parse(text) as { id: string; valid: boolean };
  };
  const verify = async (port: number): Promise<boolean> => {
    const body = { credential, ipAddress: '203.0.113.7', context: { application: 'stale' } };
    return (await call(port, 'POST', '/credentials/verify', body)).valid;
  };
  const visit = async (port: number): Promise<boolean> => {
    const { status } = await ask(port, 'GET', `/account/${data.orgId}`, { headers: { Cookie: cookie } });
    if (status !== 200 && status !== 403) throw new Error(`the account page was answered ${status}`);
    return status === 200;
  };

  const [first = 0] = ports;
  const under = '/conditional-access';
  const place = { name: 'Here', type: 'IP', ipRanges: here };
  const { id: location } = await call(first, 'POST', `${under}/named-locations`, place);
  const { id: policy } = await call(first, 'POST', `${under}/policies`, {
    name: 'Stale',
    priority: 1,
    status: 'DISABLED',
    decision: 'BLOCK',
    conditions: {
      clientTypes: ['browser', 'machine'],
      applications: { include: ['context:stale', 'keyward:account'] },
      locations: { include: [location] },
    },
  });
  /** Each change, and whether users and keys are let in after it. */
  const steps = [
    { path: `${under}/policies/${policy}`, body: { status: 'ENABLED' }, isLetIn: false },
    { path: `${under}/named-locations/${location}`, body: { ipRanges: elsewhere }, isLetIn: true },
    { path: `${under}/named-locations/${location}`, body: { ipRanges: here }, isLetIn: false },
    { path: `${under}/policies/${policy}`, body: { status: 'DISABLED' }, isLetIn: true },
  ];
  const found: FoundAccess = { changes, decisions: 0, stale: 0, changeMillis: 0 };
  let changing = true;
  const meanwhile = Promise.all(
    ports.map(async (port) => {
      while (changing) await verify(port);
    }),
  );
  for (let at = 0; at < changes; at++) {
    const { path, body, isLetIn } = steps[at % steps.length] as (typeof steps)[number];
    const began = performance.now();
    await call(ports[(at >> 2) % ports.length] as number, 'PATCH', path, body);
    found.changeMillis += performance.now() - began;
    const decided = await Promise.all(
      ports.flatMap((port) => [...Array.from({ length: verifications }, () => verify(port)), visit(port)]),
    );
    found.decisions += decided.length;
    found.stale += decided.filter((one) => one !== isLetIn).length;
  }
  changing = false;
  await meanwhile;
  return found;
}

/** Signs a new user in. @returns the token of the browser */
async function aLogin(superuser: string, orgId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const [userId, browserId] = [newId('usr'), randomUUID()];
  await withClient(superuser, async (client) => {
    await client.query(
      `insert into users (org_id, id, status, email, username) values ($1, $2, 'ACTIVE', 'stale@example.com', 'stale')`,
      [orgId, userId],
    );
    await client.query('insert into browsers (id, token_hash, known) values ($1, $2, true)', [
      browserId,
      hash('sha256', token, 'buffer'),
    ]);
    await client.query(
      `insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, expires_at)
       values ($1, $2, $3, $4, '{pwd}', now(), now() + interval '1 day')`,
      [orgId, newId('ses'), browserId, userId],
    );
  });
  return token;
}
