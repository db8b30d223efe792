// The restore drill: load, backup under load, more load, loss, restore, reconcile, open.
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { verifyAuditExport } from '../../clients/typescript/src/index.ts';
import { type Manifest, manifestText } from '../../src/database/backup-manifest.ts';
import { unfinishedRestore } from '../../src/database/unfinished-restore.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential, anIdentity, aScimToken, aUser, verify } from '../support/builders.ts';
import { type Client, createClient } from '../support/client.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { dataFolder, embeddedSql, postmasterOf, program, type Service, service } from '../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyward-drill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bootstrap = { BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') };
const settings = { ...bootstrap, RATE_LIMIT_PER_MINUTE: '0' };

/** Runs a command of an operator. @returns how it ended and what it said */
async function operate(name: string, env: Record<string, string>, ...args: string[]) {
  const folderOf = name === 'organization' ? 'scripts' : 'scripts/operate';
  const command = program(`${folderOf}/${name}.ts`, env, ...args);
  return { code: await command.ended, said: command.printed() };
}

/** Changes a manifest, and makes its checksum right. */
function rewritten(folder: string, text: string, change: (manifest: Manifest) => void): void {
  const { manifest }: { manifest: Manifest } = JSON.parse(text);
  change(manifest);
  writeFileSync(join(folder, 'manifest.json'), manifestText(manifest));
}

async function kill(node: Service, data: string): Promise<void> {
  node.signal('SIGKILL');
  await node.ended;
  process.kill(postmasterOf(data), 'SIGKILL');
}

/** Everything that can be used: each member says whether it works. */
async function made(ours: Client) {
  const key = () => aCredential(ours, { scopes: ['orders.read', 'orders.write'] });
  const user = () => aUser(ours, { roles: ['ADMIN'] });
  const keys = {
    alive: await key(),
    revoked: await key(),
    deleted: await key(),
    suspended: await key(),
    pausedOnly: await key(),
    rotated: await key(),
    narrowed: await key(),
    ofRevokedIdentity: await key(),
    ofSuspendedIdentity: await key(),
    capped: await aCredential(ours, { maxUsageCount: 5 }),
  };
  const users = {
    alive: await user(),
    deleted: await user(),
    suspended: await user(),
    demoted: await user(),
    leaver: await user(),
  };
  const directory = { alive: await aScimToken(ours), revoked: await aScimToken(ours) };
  const clients = {
    alive: await anOidcClient(ours),
    deleted: await anOidcClient(ours),
    rotated: await anOidcClient(ours),
  };
  const group = await ours.call('createGroup', { body: { name: 'Operators', scopes: ['audit.read'] } });
  await ours.call('addGroupMembers', {
    path: { groupId: group.body.id },
    body: { userIds: [users.leaver, users.alive] },
  });
  return { keys, users, directory, clients, groupId: group.body.id as string };
}

type Made = Awaited<ReturnType<typeof made>>;

/** Makes the changes that happen after the backup. */
async function taken(ours: Client, { keys, users, directory, clients, groupId }: Made): Promise<void> {
  const by = async (answer: ReturnType<Client['call']>): Promise<void> =>
    expect((await answer).status).toBe(200);
  await by(ours.call('revokeCredential', { path: { id: keys.revoked.id } }));
  await by(ours.call('deleteCredential', { path: { id: keys.deleted.id } }));
  await by(ours.call('suspendCredential', { path: { id: keys.suspended.id } }));
  await by(ours.call('suspendCredential', { path: { id: keys.pausedOnly.id } }));
  await by(ours.call('reactivateCredential', { path: { id: keys.pausedOnly.id } }));
  await by(ours.call('rotateCredential', { path: { id: keys.rotated.id }, body: { gracePeriod: 0 } }));
  await by(
    ours.call('updateCredential', { path: { id: keys.narrowed.id }, body: { scopes: ['orders.read'] } }),
  );
  // A separator of lines in some programs, and a plain character in JSON.
  const body = { metadata: { note: 'one\u2028two' } };
  await by(ours.call('updateCredential', { path: { id: keys.alive.id }, body }));
  await by(ours.call('revokeIdentity', { path: { id: keys.ofRevokedIdentity.identityId } }));
  await by(ours.call('suspendIdentity', { path: { id: keys.ofSuspendedIdentity.identityId } }));
  await by(ours.call('deleteUser', { path: { userId: users.deleted } }));
  await by(ours.call('suspendUser', { path: { userId: users.suspended } }));
  await by(ours.call('updateUser', { path: { userId: users.demoted }, body: { roles: ['MEMBER'] } }));
  await by(ours.call('removeGroupMember', { path: { groupId, userId: users.leaver } }));
  await by(ours.call('revokeScimToken', { path: { tokenId: directory.revoked.id } }));
  await by(ours.call('deleteOidcClient', { path: { clientId: clients.deleted.clientId } }));
  await by(ours.call('rotateOidcClientSecret', { path: { clientId: clients.rotated.clientId } }));
}

/** Calls the service all the time, as its users do. */
function load(ours: Client, secret: string) {
  let going = true;
  let calls = 0;
  const done = (async () => {
    while (going) {
      expect((await verify(ours, secret)).valid).toBe(true);
      await anIdentity(ours);
      calls += 1;
    }
  })();
  return {
    async end(): Promise<number> {
      going = false;
      await done;
      return calls;
    },
  };
}

const exported = async (client: Client): Promise<string> => (await client.call('exportAuditLogs')).body;

test('a lost server comes back without what was revoked after its backup', { timeout: 120_000 }, async () => {
  const [first, second] = [dataFolder(), dataFolder()];
  const backup = join(folder, 'backup');

  // Load, and a backup while it runs.
  const node = await service({ ...settings, DATA_DIR: first });
  const ours = createClient(node.origin, bootstrap.BOOTSTRAP_LIVE_KEY);
  const things = await made(ours);
  const busy = load(ours, things.keys.alive.secret);
  const backedUp = await operate('backup', { DATA_DIR: first }, backup);
  expect(await busy.end()).toBeGreaterThan(0);
  expect(backedUp).toMatchObject({ code: 0, said: expect.stringContaining(join(first, 'master.key')) });
  const inBackup = readdirSync(backup, { recursive: true, encoding: 'utf8' });
  expect(inBackup.filter((path) => /master\.key|postgres\.json|postmaster\.pid/.test(path))).toEqual([]);

  // More load, an export, and the loss of the server.
  await taken(ours, things);
  const lost = await aCredential(ours);
  const { keyIds } = (await ours.call('getAuditIntegrity')).body;
  const before = await exported(ours);
  const file = join(folder, 'live.ndjson');
  writeFileSync(file, before);
  await kill(node, first);

  // Neither without the key, nor from a backup that was changed or is not whole.
  const into = { DATA_DIR: second };
  expect(await operate('restore', into, backup)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/needs the master key [0-9a-f]{8}/),
  });
  copyFileSync(join(first, 'master.key'), join(second, 'master.key'));
  const label = join(backup, 'postgres', 'backup_label');
  const labelText = readFileSync(label, 'utf8');
  writeFileSync(label, labelText.replace('keyward', 'keyworn'));
  expect(await operate('restore', into, backup)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not what was backed up'),
  });
  writeFileSync(label, labelText);
  const manifest = readFileSync(join(backup, 'manifest.json'), 'utf8');
  rmSync(join(backup, 'manifest.json'));
  expect(await operate('restore', into, backup)).toMatchObject({
    code: 1,
    said: expect.stringContaining('incomplete backup'),
  });
  rewritten(backup, manifest, ({ files }) => files.push({ path: '../x', size: 0, sha256: '' }));
  expect(await operate('restore', into, backup)).toMatchObject({
    code: 1,
    said: expect.stringContaining('not in the backup'),
  });
  writeFileSync(join(backup, 'manifest.json'), manifest);
  expect(readdirSync(second)).toEqual(['master.key']);

  // The restore is killed twice: while it copies, and while it marks.
  const copying = program('scripts/operate/restore.ts', into, backup);
  await vi.waitFor(() => expect(existsSync(join(second, 'restore-draft', 'base'))).toBe(true), {
    timeout: 20_000,
    interval: 1,
  });
  copying.signal('SIGKILL');
  await copying.ended;
  expect(unfinishedRestore(second)).toBeDefined();
  const beside = program('src/main.ts', { ...into, PORT: '0' });
  expect(await beside.ended).toBe(1);
  expect(beside.printed()).toContain('run make restore again');
  expect(await operate('organization', into, 'Other')).toMatchObject({
    code: 1,
    said: expect.stringContaining('run make restore again'),
  });
  const marking = program('scripts/operate/restore.ts', into, backup);
  await vi.waitFor(() => expect(existsSync(join(second, 'postgres', 'postmaster.pid'))).toBe(true), {
    timeout: 30_000,
    interval: 1,
  });
  marking.signal('SIGKILL');
  await marking.ended;
  const early = program('src/main.ts', { ...into, PORT: '0' });
  expect(await early.ended).toBe(1);
  expect(early.printed()).toContain('run make restore again');
  // Another backup does not finish this restore. With FORCE, it begins again.
  rewritten(backup, manifest, (changed) => {
    changed.endedAt = 'Tuesday';
  });
  expect(await operate('restore', into, backup)).toMatchObject({
    code: 1,
    said: expect.stringContaining('restore of another backup has not finished'),
  });
  expect(await operate('restore', { ...into, FORCE: '1' }, backup)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/postgres\.before-.*\nRestored the backup of Tuesday.*make open/s),
  });

  // Closed: nothing works, and nothing is delivered.
  const closed = await service({ ...settings, ...into });
  const again = createClient(closed.origin, bootstrap.BOOTSTRAP_LIVE_KEY);
  for (const path of ['/api/v1/me', '/', '/docs', '/admin', '/ui/x', '/nowhere', '/health/nowhere'])
    expect((await again.send('GET', path)).status, path).toBe(503);
  const refused = await again.call('verifyCredential', { body: { credential: things.keys.alive.secret } });
  expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
  expect((await again.send('GET', '/health/live')).status).toBe(200);
  expect((await again.send('GET', '/metrics')).status).toBe(200);
  const ready = await again.send('GET', '/health/ready');
  expect(ready).toMatchObject({
    status: 503,
    body: { checks: { restore: expect.stringContaining('closed') } },
  });
  expect(closed.printed()).not.toMatch(/^ready /m);
  expect(await operate('open', into)).toMatchObject({
    code: 1,
    said: expect.stringContaining('reconcile or suspend'),
  });
  expect(await operate('restored', into)).toMatchObject({
    code: 1,
    said: expect.stringContaining('stop every node'),
  });
  // The role of the service may not open the service.
  const mayWrite = (table: string): string =>
    `has_table_privilege('keyward', '${table}', 'insert, update, delete')`;
  expect(
    await embeddedSql(
      second,
      `select ${['restores', 'restored_tenants', 'audit_epochs'].map(mayWrite).join(' or ')} as "mayOpen"`,
    ),
  ).toEqual([{ mayOpen: false }]);

  // A changed export is refused. A reconciliation that was killed goes on.
  const forged = join(folder, 'forged.ndjson');
  writeFileSync(forged, before.replace('credential.revoke', 'credential.rotate'));
  expect(await operate('reconcile', { ...into, FILE: forged })).toMatchObject({
    code: 1,
    said: expect.stringContaining('not what was sealed'),
  });
  const killed = program('scripts/operate/reconcile.ts', { ...into, FILE: file });
  await vi.waitFor(
    async () =>
      expect(await embeddedSql(second, `select from credentials where status = 'REVOKED'`)).not.toEqual([]),
    { timeout: 30_000, interval: 5 },
  );
  killed.signal('SIGKILL');
  await killed.ended;
  const reconciled = await operate('reconcile', { ...into, FILE: file });
  expect(reconciled).toMatchObject({ code: 0, said: expect.stringContaining('entries after the backup') });
  expect(reconciled.said).toMatch(/Changes after 20[^ ]+Z are not in this export/);
  expect(await operate('open', into)).toMatchObject({ code: 1, said: expect.stringContaining('(test)') });
  expect(await operate('reconcile', { ...into, SUSPEND: 'rest' })).toMatchObject({ code: 0 });
  expect(await operate('open', into)).toMatchObject({
    code: 0,
    said: expect.stringContaining('is open from'),
  });
  // Until it is open, a tenant may be reconciled again.
  expect(await operate('reconcile', { ...into, FILE: file })).toMatchObject({ code: 0 });
  // Twelve minutes pass, in which proofs of before the loss end.
  await embeddedSql(second, `update restores set opens_at = now()`);
  await vi.waitFor(async () => expect((await again.send('GET', '/health/ready')).status).toBe(200), {
    timeout: 20_000,
  });
  await closed.prints(/^ready http/m);

  await expectRestored(again, things);
  expect((await verify(again, lost.secret)).code).toBe('NOT_FOUND');
  const ofTest = createClient(closed.origin, bootstrap.BOOTSTRAP_TEST_KEY);
  expect((await ofTest.call('getMe')).status).toBe(401);

  // The audit log verifies: the export of before, one across the restore, and the service itself.
  const across = await exported(again);
  expect(await verifyAuditExport(before, { keyIds })).toMatchObject({ valid: true, restores: 0 });
  const report = await verifyAuditExport(across, { keyIds });
  expect(report).toMatchObject({ valid: true, faults: [], restores: 1 });
  const rows = (text: string): number[] =>
    text
      .split('\n')
      .flatMap((line) => (line.startsWith('{"type":"row"') ? [JSON.parse(line).sequence as number] : []));
  const used = new Set(rows(before));
  const end = JSON.parse(
    across.split('\n').find((line) => line.startsWith('{"type":"epoch"')) ?? '{}',
  ).previousSequence;
  expect(rows(across).filter((sequence) => sequence > end && used.has(sequence))).toEqual([]);
  let next: number | null = 1;
  for (let calls = 0; next !== null && calls < 10; calls++) {
    const { body }: { body: { valid: boolean; nextSequence: number | null } } = await again.call(
      'getAuditIntegrity',
      { query: { fromSequence: next, limit: 500 } },
    );
    expect(body).toMatchObject({ valid: true });
    next = body.nextSequence;
  }
  expect(next).toBeNull();

  // An open node whose database is restored ends, so that its workers end, too.
  await embeddedSql(second, `insert into restores (id) values ('rst_late')`);
  await again.send('GET', '/health/ready').catch(() => undefined);
  expect(await closed.ended).toBe(1);
  expect(closed.printed()).toContain('restored while this node ran');
});

async function expectRestored(
  again: Client,
  { keys, users, directory, clients, groupId }: Made,
): Promise<void> {
  const codes = Object.fromEntries(
    await Promise.all(
      Object.entries(keys).map(async ([name, { secret }]) => [name, (await verify(again, secret)).code]),
    ),
  );
  expect(codes).toEqual({
    alive: 'VALID',
    pausedOnly: 'VALID',
    narrowed: 'VALID',
    revoked: 'REVOKED',
    deleted: 'REVOKED',
    suspended: 'SUSPENDED',
    rotated: expect.stringMatching(/NOT_FOUND|REVOKED/),
    ofRevokedIdentity: 'REVOKED',
    ofSuspendedIdentity: 'IDENTITY_INACTIVE',
    capped: 'SUSPENDED',
  });
  const scoped = await verify(again, keys.narrowed.secret, { scopes: ['orders.write'] });
  expect(scoped.code).toBe('INSUFFICIENT_SCOPE');
  const user = async (userId: string) => (await again.call('getUser', { path: { userId } })).body;
  expect(await user(users.alive)).toMatchObject({ status: 'ACTIVE', roles: ['ADMIN'] });
  expect((await user(users.deleted)).code).toBe('USER_NOT_FOUND');
  expect((await user(users.suspended)).status).toBe('SUSPENDED');
  expect((await user(users.demoted)).roles).toEqual(['MEMBER']);
  const members = await again.call('listGroupMembers', { path: { groupId } });
  expect(members.body.data.map(({ userId }: { userId: string }) => userId)).toEqual([users.alive]);
  const me = (await again.call('getMe')).body;
  const scim = (token: string) =>
    createClient(again.origin, token)
      .send('GET', `/api/scim/v2/${me.orgId}/Users`)
      .then(({ status }) => status);
  expect([await scim(directory.alive.token), await scim(directory.revoked.token)]).toEqual([200, 401]);
  const token = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await createClient(again.origin).send('POST', `/api/oidc/${me.orgId}/token`, {
      body: 'grant_type=authorization_code&code=x&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` },
    });
    return answer.body.error;
  };
  expect(await token(clients.alive)).toBe('invalid_grant');
  expect([await token(clients.deleted), await token(clients.rotated)]).toEqual([
    'invalid_client',
    'invalid_client',
  ]);
}
