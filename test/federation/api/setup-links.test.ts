import { describe, expect, onTestFinished } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { aConnection, aDomainName, linkUser } from '../../support/connections.ts';
import { startTestService, test } from '../../support/service.ts';
import { aSetupLink } from '../../support/setup-links.ts';

const shown = /\/setup-link\/(org_[0-9a-z]{26})\/([A-Za-z0-9_-]{43})$/;

describe('createSetupLink', () => {
  test('makes a link for the administrator of a customer, and shows its URL once', async ({ service }) => {
    const { ours } = service;
    const domain = aDomainName();
    const made = await aSetupLink(ours, { domains: [domain.toUpperCase()] });
    expect(made).toEqual({
      id: expect.stringMatching(/^fsl_/),
      name: 'Acme',
      status: 'PENDING',
      domains: [domain],
      provedDomains: [],
      type: null,
      connectionId: null,
      openedAt: null,
      finishedAt: null,
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
      createdBy: expect.stringMatching(/^cred_/),
      url: expect.stringMatching(shown),
    });
    const days = (Date.parse(made['expiresAt']) - Date.parse(made['createdAt'])) / 86_400_000;
    expect(days).toBe(7);
    const [, orgId, token] = shown.exec(made['url']) ?? [];
    expect(orgId).toBe(ours.orgId);
    const { url: _, ...rest } = made;
    expect((await ours.call('getSetupLink', { path: { id: made.id } })).body).toEqual(rest);
    const [row] = await service.sql<{ text: string }>(
      `select l::text || coalesce((select string_agg(a.content, '') from audit_personal a), '') as text
         from federation_setup_links l where id = $1`,
      [made.id],
    );
    expect(row?.text).not.toContain(token);
  });

  test('names it after its first domain, and bounds how long it works', async ({ service: { ours } }) => {
    const domain = aDomainName();
    const create = (body: Record<string, unknown>) =>
      ours.call('createSetupLink', { body: { domains: [domain], ...body } });
    expect((await create({ expiresInSeconds: 2_592_000, type: 'OIDC' })).body).toMatchObject({
      name: domain,
      type: 'OIDC',
    });
    for (const [field, body] of [
      ['expiresInSeconds', { expiresInSeconds: 2_592_001 }],
      ['expiresInSeconds', { expiresInSeconds: 299 }],
      ['domains', { domains: [] }],
      ['domains.0', { domains: ['gmail.com'] }],
      ['domains', { domains: Array.from({ length: 21 }, aDomainName) }],
      ['type', { type: 'LDAP' }],
      ['trustMfa', { trustMfa: true }],
    ] as const) {
      const { status, body: refusal } = await create(body);
      expect({ field, status, details: refusal.details }).toEqual({
        field,
        status: 400,
        details: { [field]: expect.any(String) },
      });
    }
  });

  test('needs the scopes that a connection with these domains takes', async ({ service }) => {
    const { ours } = service;
    const domain = aDomainName();
    const { id } = await aConnection(ours, { domains: [domain] });
    await linkUser(service, id, await aUser(ours, { roles: ['ADMIN'] }));
    const { caller } = await aCallerWith(service, ['federation.write']);
    const create = (domains: string[]) => caller.call('createSetupLink', { body: { domains } });
    expect((await create([aDomainName()])).status).toBe(201);
    const { status, body } = await create([domain]);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'SCOPE_NOT_GRANTABLE' });
    // A user who is not linked yet could be barred, or impersonated at the identity provider.
    const other = aDomainName();
    await aUser(ours, { email: `admin@${other}`, roles: ['ADMIN'] });
    expect((await create([other])).status).toBe(403);
    expect((await ours.call('createSetupLink', { body: { domains: [domain] } })).status).toBe(201);
  });

  test('wraps the URL, and answers a repeated request with the same URL', async ({ service: { ours } }) => {
    const body = { domains: [aDomainName()] };
    const wrapped = await ours.call('createSetupLink', { body, headers: { 'x-wrap-ttl': '60' } });
    expect(wrapped.body.url).toMatch(/^kd_wrap_/);
    const { body: open } = await ours.call('unwrapCredential', { body: { token: wrapped.body.url } });
    expect(JSON.stringify(open)).toMatch(/\/setup-link\/org_/);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await ours.call('createSetupLink', { body, headers });
    const second = await ours.call('createSetupLink', { body, headers });
    expect(second.body).toEqual(first.body);
  });

  test('allows 100 open links', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { ours, sql } = service;
    const [last] = [await aSetupLink(ours)];
    await sql(
      `insert into federation_setup_links (org_id, id, name, domains, token_hash, draft_id, expires_at)
       select org_id, 'fsl_' || n, name, domains, sha256(n::text::bytea), draft_id, expires_at
         from federation_setup_links, generate_series(1, 99) n where id = $1`,
      [last.id],
    );
    const create = () => ours.call('createSetupLink', { body: { domains: [aDomainName()] } });
    const { status, body } = await create();
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'QUOTA_EXCEEDED' });
    await ours.call('revokeSetupLink', { path: { id: last.id } });
    expect((await create()).status).toBe(201);
  });
});

describe('getSetupLink', () => {
  test('finds no link of another tenant', async ({ service: { ours, theirs } }) => {
    const { id } = await aSetupLink(ours);
    const { status, body } = await theirs.call('getSetupLink', { path: { id } });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'SETUP_LINK_NOT_FOUND' });
  });
});

describe('listSetupLinks', () => {
  test('lists links by their status, the newest first', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { ours, sql } = service;
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await aSetupLink(ours)).id);
    const [pending = '', opened = '', finished = '', expired = '', revoked = ''] = ids;
    await sql('update federation_setup_links set opened_at = now() where id = any($1)', [
      [opened, finished, expired],
    ]);
    await sql('update federation_setup_links set finished_at = now() where id = $1', [finished]);
    await sql(`update federation_setup_links set expires_at = now() where id = any($1)`, [
      [finished, expired],
    ]);
    await ours.call('revokeSetupLink', { path: { id: revoked } });
    const { body } = await ours.call('listSetupLinks', { query: {} });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    for (const [status, id] of Object.entries({
      PENDING: pending,
      OPENED: opened,
      FINISHED: finished,
      EXPIRED: expired,
      REVOKED: revoked,
    })) {
      const { body: some } = await ours.call('listSetupLinks', { query: { status } });
      expect(some.data).toMatchObject([{ id, status }]);
    }
  });
});

describe('revokeSetupLink', () => {
  test('ends a link once, and says so in the audit log', async ({ service: { ours } }) => {
    const { id } = await aSetupLink(ours);
    const revoke = () => ours.call('revokeSetupLink', { path: { id } });
    expect((await revoke()).body).toEqual({ message: 'Setup link revoked', id });
    expect((await revoke()).status).toBe(404);
    expect((await ours.call('getSetupLink', { path: { id } })).body.status).toBe('REVOKED');
    const { body } = await ours.call('listAuditLogs', { query: { targetId: id, result: 'SUCCESS' } });
    expect(body.data.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'setup_link.create',
      'setup_link.revoke',
    ]);
  });
});
