import { describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import {
  aConnection,
  aDomainName,
  aVerifiedDomain,
  domainOf,
  eventsOfDomain,
  linkUser,
} from '../../support/connections.ts';
import { test, type TestService } from '../../support/service.ts';
import { activate, aHolder, aProvedHolder, enterOidc, publishShown } from '../../support/setup-links.ts';

// Each test activates a connection that a holder of a setup link has set up.

const issuer = 'https://login.acme.invalid';
const shown = async ({ ours }: Pick<TestService, 'ours'>, id: string) =>
  (await ours.call('getSetupLink', { path: { id } })).body;

describe('the activation of a connection', () => {
  test('gives it the domains that were proved, and ends the link', async ({ service }) => {
    const [domain, open] = [aDomainName(), aDomainName()];
    const holder = await aHolder(service, { domains: [domain, open] });
    const page = await enterOidc(holder, { issuer });
    await publishShown(page, domain);
    await holder.person.send(page, {}, '/domain');
    const { connectionId: id } = await shown(service, holder.link.id);
    const { status, body } = await activate(service, id);
    expect({ status, domains: body.domains }).toEqual({ status: 200, domains: [domain] });
    expect(await domainOf(service.ours, domain)).toMatchObject({ status: 'VERIFIED', connectionId: id });
    expect(await shown(service, holder.link.id)).toMatchObject({ status: 'FINISHED' });
    expect(await eventsOfDomain(service, 'domain.verified', domain)).toMatchObject([
      { data: { verifiedBy: { type: 'API_KEY' } } },
    ]);
  });

  test('gives domains once: those that were taken away stay away', async ({ service }) => {
    const { ours } = service;
    const { id } = await aProvedHolder(service, [aDomainName()]);
    expect((await activate(service, id)).body.domains).toHaveLength(1);
    const path = { id };
    await ours.call('updateOidcConnection', { path, body: { domains: [] } });
    await ours.call('updateConnection', { path, body: { status: 'DISABLED' } });
    const { status, body } = await activate(service, id);
    expect({ status, domains: body.domains }).toEqual({ status: 200, domains: [] });
  });

  test('moves a domain of another connection, and not before', async ({ service }) => {
    const domain = await aVerifiedDomain(service.ours);
    const { connectionId: before } = await domainOf(service.ours, domain);
    const { id } = await aProvedHolder(service, [domain]);
    expect(await domainOf(service.ours, domain)).toMatchObject({ connectionId: before, status: 'VERIFIED' });
    await activate(service, id);
    expect(await domainOf(service.ours, domain)).toMatchObject({ connectionId: id, status: 'VERIFIED' });
  });

  test('needs the scopes over the connection that loses a domain', async ({ service }) => {
    const { ours } = service;
    const domain = aDomainName();
    const { id: before } = await aConnection(ours, { domains: [domain] });
    await linkUser(service, before, await aUser(ours, { roles: ['ADMIN'] }));
    const { id } = await aProvedHolder(service, [domain]);
    const { caller } = await aCallerWith(service, ['federation.write', 'federation.read']);
    const { status, body } = await activate({ ours: caller }, id);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'SCOPE_NOT_GRANTABLE' });
    expect(await domainOf(ours, domain)).toMatchObject({ connectionId: before });
    expect((await activate(service, id)).status).toBe(200);
    expect(await domainOf(ours, domain)).toMatchObject({ connectionId: id });
  });

  test('needs the scopes of the users of a domain, also if they came after the link', async ({ service }) => {
    const domain = aDomainName();
    const { id } = await aProvedHolder(service, [domain]);
    await aUser(service.ours, { email: `admin@${domain}`, roles: ['ADMIN'] });
    const { caller } = await aCallerWith(service, ['federation.write', 'federation.read']);
    const { status, body } = await activate({ ours: caller }, id);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'SCOPE_NOT_GRANTABLE' });
    expect((await activate(service, id)).status).toBe(200);
  });

  test('takes no domain from another tenant', async ({ service }) => {
    const domain = await aVerifiedDomain(service.theirs);
    const { id } = await aProvedHolder(service, [domain]);
    expect((await activate(service, id)).status).toBe(200);
    expect(await domainOf(service.theirs, domain)).toMatchObject({ status: 'VERIFIED' });
    expect(await domainOf(service.ours, domain)).toMatchObject({ status: 'PENDING', connectionId: id });
  });

  test('does not count old proofs', async ({ service }) => {
    const [free, taken] = [aDomainName(), await aVerifiedDomain(service.ours)].toSorted();
    const { id, link } = await aProvedHolder(service, [free, taken] as string[]);
    await service.sql(
      `update federation_setup_links set domains = (
         select jsonb_agg(d || jsonb_build_object('provedAt', now() - interval '8 days')) from jsonb_array_elements(domains) d)
        where id = $1`,
      [link.id],
    );
    await activate(service, id);
    const rows = await service.sql<{ status: string; connection_id: string }>(
      'select status, connection_id from federation_domains where domain = any($1)',
      [[free, taken]],
    );
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ status: 'PENDING', connection_id: id });
    expect(rows).toContainEqual({ status: 'VERIFIED', connection_id: expect.not.stringContaining(id) });
  });

  test('gives no domains of a revoked link', async ({ service }) => {
    const domain = aDomainName();
    const { id, link } = await aProvedHolder(service, [domain]);
    await service.ours.call('revokeSetupLink', { path: { id: link.id } });
    expect((await activate(service, id)).body.domains).toEqual([]);
  });
});
