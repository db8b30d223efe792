import { describe, expect } from 'vitest';
import { aGroup } from '../../support/groups.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { aVisitor, password } from '../../support/saml-sign-on.ts';
import { aServiceProvider } from '../../support/service-providers.ts';
import { startTestService, type TestService, test } from '../../support/service.ts';

/** A user of the tenant, and the application list as the user sees it. */
async function aReader(service: TestService) {
  const orgId = service.ours.orgId ?? '';
  const { id, email, visitor } = await aVisitor(service);
  await visitor.signIn(orgId, email, password);
  const list = (search = '') =>
    visitor.open(
      `/account/${orgId}?section=applications${search && `&search=${encodeURIComponent(search)}`}`,
    );
  return { id, orgId, list };
}

const namesIn = ({ text }: { text: string }): string[] =>
  [...text.matchAll(/<span class="name">(.*?)<\/span>/g)].map(([, name = '']) => name);

describe('showAccount', () => {
  test('lists the clients and the service providers that the user may open, by name', async ({ service }) => {
    const groupId = await aGroup(service.ours);
    const otherGroup = await aGroup(service.ours);
    const login = 'https://portal.example.com/login';
    await anOidcClient(service.ours, { name: 'portal', initiateLoginUri: `${login}?tenant=a%20b` });
    await anOidcClient(service.ours, { name: 'Never listed: no address' });
    const disabled = { name: 'Never listed: disabled', initiateLoginUri: login };
    const { clientId } = await anOidcClient(service.ours, disabled);
    await service.ours.call('updateOidcClient', { path: { clientId }, body: { status: 'DISABLED' } });
    for (const [name, allowed] of [
      ['éditeur', groupId],
      ['Never listed: another group', otherGroup],
    ]) {
      await anOidcClient(service.ours, { name, initiateLoginUri: login, allowedGroups: [allowed] });
      await aServiceProvider(service.ours, {
        name: `${name} (SAML)`,
        idpInitiated: true,
        allowedGroups: [allowed],
      });
    }
    await anOidcClient(service.theirs, { name: 'Never listed: theirs', initiateLoginUri: login });
    await aServiceProvider(service.ours, { name: 'Never listed: not idpInitiated' });
    await aServiceProvider(service.ours, {
      name: 'Wiki <b>',
      idpInitiated: true,
      logoUri: 'https://cdn.example.com/wiki.png',
    });
    const { id, orgId, list } = await aReader(service);
    expect(namesIn(await list())).toEqual(['portal', 'Wiki &lt;b&gt;']);
    await service.ours.call('addGroupMembers', { path: { groupId }, body: { userIds: [id] } });
    const page = await list();
    expect(namesIn(page)).toEqual(['éditeur', 'éditeur (SAML)', 'portal', 'Wiki &lt;b&gt;']);
    const issuer = encodeURIComponent(`http://localhost:${new URL(service.origin).port}/api/oidc/${orgId}`);
    expect(page.text).toContain(`href="${login}?tenant=a%20b&amp;iss=${issuer}"`);
    expect(page.text).toContain('<img src="https://cdn.example.com/wiki.png" alt=""');
    expect(page.text).not.toContain('type="search"');
  });

  test('shows a hundred applications, and finds the others by their name', async () => {
    const service = await startTestService();
    await using _ = { [Symbol.asyncDispose]: () => service.stop() };
    const { ours, sql } = service;
    const { clientId } = await anOidcClient(ours, { initiateLoginUri: 'https://app.example.com/login' });
    await aServiceProvider(ours, { name: '100% _ last', idpInitiated: true });
    const columns = (
      await sql<{ names: string }>(
        `select string_agg(column_name, ', ') as names from information_schema.columns
          where table_name = 'oidc_clients' and table_schema = current_schema() and column_name not in ('id', 'name')`,
      )
    )[0]?.names;
    await sql(
      `insert into oidc_clients (id, name, ${columns})
       select 'cli_' || n, 'App ' || n, ${columns} from oidc_clients, generate_series(1, 120) n where id = $1`,
      [clientId],
    );
    const { list } = await aReader(service);
    const all = await list();
    expect(namesIn(all)).toHaveLength(100);
    expect(all.text).toContain('The list shows the first 100 apps.');
    expect(all.text).toContain('type="search"');
    expect(namesIn(await list(' aPP 12 '))).toEqual(['App 12', 'App 120']);
    expect(namesIn(await list('% _'))).toEqual(['100% _ last']);
    expect(namesIn(await list('１00％ _\u00a0LAST'))).toEqual(['100% _ last']);
    expect(namesIn(await list('ａpp 12'))).toEqual(['App 12', 'App 120']);
    const none = await list('"><script>');
    expect(namesIn(none)).toEqual([]);
    expect(none.text).toContain('No app with this name.');
    expect(none.text).not.toContain('<script>');
    expect(none.text).toContain('Show all apps');
  });
});
