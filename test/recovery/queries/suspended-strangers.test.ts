import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/database/open.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { suspendSome } from '../../../src/recovery/suspending.ts';
import { wiring } from '../../../src/wiring.ts';
import { aDocumentHost, allowHosts, documentParty } from '../../support/document-hosts.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { aPerson, authorized, issuerOf, signedIn } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

test('a tenant that is suspended after a restore keeps no client of a stranger, and disables the others', async ({
  service,
}) => {
  const { ours } = await service.addPair();
  const host = await aDocumentHost();
  onTestFinished(() => host.receiver.close());
  await allowHosts(ours, [host.host]);
  const { clientId } = await anOidcClient(ours);
  const userId = await aPerson(service, {}, ours);
  const browser = await signedIn(service, { issuer: issuerOf(ours), userId });
  const url = host.publish();
  const party = await documentParty(ours, url);
  await (await authorized(party, browser, { redirect_uri: 'https://agent.example.com/callback' })).exchange();
  const database = await openDatabase(service.database, 2);
  onTestFinished(() => database.close());
  const tenant = { orgId: String(ours.orgId), environment: 'live' as const };
  while ((await inTransaction(database.orm, tenant, (tx) => suspendSome(tx, wiring.endings))) > 0);
  expect(await service.sql('select id, status from oidc_clients where org_id = $1', [tenant.orgId])).toEqual([
    { id: clientId, status: 'DISABLED' },
  ]);
  expect(await service.sql('select from oidc_consents where client_id = $1', [url])).toEqual([]);
  expect(
    await service.sql("select from oidc_artifacts where client_id = $1 and model <> 'Interaction'", [url]),
  ).toEqual([]);
});
