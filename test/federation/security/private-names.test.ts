import { createServer } from 'node:net';
import { describe, expect } from 'vitest';
import { refreshSamlMetadata } from '../../../src/federation/connections/saml-refreshing.ts';
import { probeSaml } from '../../../src/federation/connections/saml-probe.ts';
import { findConnection } from '../../../src/federation/connections/connections.ts';
import { systemActor } from '../../../src/platform/grants.ts';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import { refreshMetadata } from '../../../src/saml/refreshing.ts';
import { type SoapLogout, sendSoapLogout } from '../../../src/saml/soap-logout.ts';
import { listening, outgoing } from '../../support/outgoing-peers.ts';
import { aSamlConnection } from '../../support/saml-connections.ts';
import { besides } from '../../support/second-factors.ts';
import { aServiceProvider } from '../../support/service-providers.ts';
import { test } from '../../support/service.ts';

// The owner of a name decides where it leads. A name that leads to a private address, also beside a public one, is never called.

const publicAddress = '93.184.216.34';

/** The way out of a service without `EGRESS_ALLOW`, for a name that leads to a server here. */
async function aPrivateName(addresses: readonly string[]) {
  let connections = 0;
  const port = await listening(createServer(() => (connections += 1)));
  const lookUp = async () => addresses.map((address) => ({ address, family: 4 }));
  return {
    way: outgoing({ allow: [], lookUp }),
    url: `https://login.example.com:${port}/saml`,
    connections: () => connections,
  };
}

describe('a name that leads to a private address', () => {
  test.for([[['127.0.0.1']], [[publicAddress, '127.0.0.1']]])(
    'is called neither for metadata, nor by a test, nor for a logout (%j)',
    async ([addresses = []], { service }) => {
      const { way, url, connections } = await aPrivateName(addresses);
      const beside = await besides(service);
      const { id } = await aSamlConnection(service.ours, { ssoUrl: url, sloUrl: url });
      const { id: spId, entityId } = await aServiceProvider(service.ours, { sloSoapUrl: url });
      await service.sql('update federation_connections set metadata_url = $1 where id = $2', [url, id]);
      await service.sql('update saml_service_providers set metadata_url = $1 where id = $2', [url, spId]);
      const blocked = 'The address is not https, or is not on the public internet';

      const means = { way, baseUrl: 'https://id.example.com', ifMatch: undefined };
      const refreshed = await beside.within((tx) => refreshSamlMetadata(tx, id, means));
      expect(refreshed.partner.metadataError).toContain(blocked);
      const provider = await beside.within((tx) =>
        refreshMetadata(tx, spId, { actor: systemActor, way, ifMatch: undefined }),
      );
      expect(provider.partner.metadataError).toContain(blocked);

      const connection = await beside.within((tx) => findConnection(tx, id, 'SAML'));
      const probe = await probeSaml({ connection, outcome: null, now: new Date() }, way);
      expect(probe).toMatchObject({
        checks: [{}, {}, { ok: true, detail: expect.stringContaining('may not call ssoUrl and sloUrl') }, {}],
      });

      const request = { destination: url, write: () => '<samlp:LogoutRequest/>', key: 'unsigned' };
      const logout = { provider: { entityId }, request, now: new Date(), messageId: newMessageId() };
      const answer = await sendSoapLogout(logout as unknown as SoapLogout, way, 'https://id.example.com/slo');
      expect(answer.error?.message).toBe(blocked);
      expect(connections()).toBe(0);
      await beside.close();
    },
  );
});
