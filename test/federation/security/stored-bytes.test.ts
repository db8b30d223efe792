import { describe, expect } from 'vitest';
import { nameIdFormats } from '../../../src/saml-messages/names.ts';
import { aLogout, sendLogout } from '../../support/logout-tokens.ts';
import { idpKey } from '../../support/saml-connections.ts';
import { arrive, awayBySaml, responseTo, samlConnected, type Says } from '../../support/saml-upstream.ts';
import { aSamlLogout, sendSamlLogout } from '../../support/saml-upstream-logout.ts';
import { test } from '../../support/service.ts';
import { mostStored, noise, storedBytes } from '../../support/stored-bytes.ts';
import { connected, startUpstream } from '../../support/upstream.ts';

/** An attribute that no compression shortens. */
const said = (length: number): Says => ({
  attributes: [{ name: 'notes', values: Array.from({ length: Math.ceil(length / 200) }, () => noise(200)) }],
});

describe('a request to a connection', () => {
  test('stores at most 8 KB by a SAML response, of whomever it is', async ({ service }) => {
    const connection = await samlConnected(service);
    const stranger = { key: { ...(await idpKey()), algorithm: 'rsa-sha256' } } as const;
    const stored = async (says: Says): Promise<[status: number, bytes: number]> => {
      const before = await storedBytes(service);
      const xml = responseTo(connection, `_${noise(40)}`, says);
      const { status } = await arrive(service, connection, xml, noise(200));
      return [status, (await storedBytes(service)) - before];
    };
    const statuses: number[] = [];
    for (const length of [1_000, 4_000, 8_000, 100_000])
      for (const protection of [{}, stranger]) {
        const [status, bytes] = await stored({ ...said(length), protection });
        expect(bytes, `${length} ${status}`).toBeLessThan(mostStored);
        expect(bytes).toBeGreaterThan(100);
        statuses.push(status);
      }
    // Long ones keep what the mapping needs. Those of strangers are refused.
    expect(statuses).toEqual([303, 400, 303, 400, 303, 400, 303, 400]);
  });

  test('stores at most 8 KB when a browser is back from a SAML identity provider', async ({ service }) => {
    const connection = await samlConnected(service);
    const { person, asked } = await awayBySaml(service, connection);
    const email = `${noise(20)}@${connection.domain}`;
    const attributes = [{ name: 'email', values: [email] }, ...(said(3_000).attributes ?? [])];
    const arrived = await arrive(
      service,
      connection,
      responseTo(connection, asked.id, { attributes }),
      asked.relayState,
    );
    const before = await storedBytes(service);
    const { status, location } = await person.get(arrived.location);
    expect([status, location]).toEqual([303, expect.stringContaining('/account/')]);
    expect((await storedBytes(service)) - before).toBeLessThan(mostStored);
  });

  test('stores at most 8 KB by a logout of an identity provider', async ({ service }) => {
    const saml = await samlConnected(service);
    const nameId = { value: noise(1_000), format: nameIdFormats.persistent };
    const upstream = await startUpstream();
    const oidc = await connected(service, upstream);
    const logouts: (() => Promise<{ status: number }>)[] = [
      () =>
        sendSamlLogout(service, saml, aSamlLogout(saml, { nameId }), {
          binding: 'HTTP-POST',
          relayState: noise(80),
        }),
      () =>
        sendSamlLogout(service, saml, aSamlLogout(saml, { nameId }), {
          binding: 'HTTP-POST',
          key: 'unsigned',
        }),
      async () => {
        const changes = { sub: noise(200), jti: noise(200), more: noise(4_000) };
        return sendLogout(service, oidc.id, await upstream.sign(aLogout(changes), { typ: 'logout+jwt' }));
      },
      () => sendLogout(service, oidc.id, `${noise(4_000)}.${noise(8_000)}.${noise(80)}`),
    ];
    const statuses: number[] = [];
    for (const logout of logouts) {
      const before = await storedBytes(service);
      statuses.push((await logout()).status);
      expect((await storedBytes(service)) - before).toBeLessThan(mostStored);
    }
    expect(statuses).toEqual([303, 400, 200, 400]);
    await upstream.close();
  });
});
