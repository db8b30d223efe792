import { expect } from 'vitest';
import { aLocation, anAccessPolicy } from '../../support/access.ts';
import type { Client } from '../../support/client.ts';
import { aConnection } from '../../support/connections.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { aPolicy } from '../../support/policies.ts';
import { aSamlConnection } from '../../support/saml-connections.ts';
import { aServiceProvider } from '../../support/service-providers.ts';
import { test } from '../../support/service.ts';

/** Two spellings of one name each. */
const spellings = [
  ['Café', 'CAFE\u0301'],
  ['ｊｏｈｎ', 'John'],
  ['ガス', 'ｶﾞｽ'],
  ['oﬃce', 'OFFICE'],
  ['100％ Jo\u00a0Ann', '100% jo ann'],
] as const;

/** Makes a resource with a name, and returns its id. */
type Make = (client: Client, name: string) => Promise<string>;

const lists: readonly (readonly [operation: Parameters<Client['call']>[0], make: Make])[] = [
  ['listOidcClients', async (client, name) => (await anOidcClient(client, { name })).clientId],
  ['listServiceProviders', async (client, name) => (await aServiceProvider(client, { name })).id],
  ['listConnections', async (client, name) => (await aConnection(client, { name })).id],
  ['listSamlConnections', async (client, name) => (await aSamlConnection(client, { name })).id],
  ['listPolicies', (client, name) => aPolicy(client, { name, type: 'OWNER_REQUIRED', parameters: {} })],
  ['listAccessPolicies', (client, name) => anAccessPolicy(client, { name, status: 'DISABLED' })],
  ['listNamedLocations', (client, name) => aLocation(client, { name })],
];

test.for(lists)('%s finds a name in each spelling', async ([operation, make], { service: { ours } }) => {
  const found = async (search: string): Promise<string[]> => {
    const { body } = await ours.call(operation, { query: { search } });
    expect(body.pagination.total).toBe(body.data.length);
    return body.data.map((one: { id?: string; clientId?: string }) => one.clientId ?? one.id);
  };
  for (const [one, other] of spellings) {
    const ids = [await make(ours, `First ${one}`), await make(ours, `Second ${other}`)];
    for (const search of [one, other]) expect((await found(search)).toSorted()).toEqual(ids.toSorted());
    expect(await found(`T ${other.toLowerCase()}`)).toEqual([ids[0]]);
    expect(await found(one.replace('100', '1%'))).toHaveLength(one.includes('100') ? 0 : 2);
  }
});
