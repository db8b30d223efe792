import { describe, expect } from 'vitest';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import { partner, party, stranger } from '../../support/saml-messages.ts';
import { aPublishedIdp } from '../../support/saml-connections.ts';
import {
  aSamlLogout,
  bringSamlLogoutAnswer,
  samlLogoutIn,
  sendSamlLogout,
} from '../../support/saml-upstream-logout.ts';
import { aSamlSubject, samlConnected, type Says, signedInBySaml } from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import { outcomeOf } from '../../support/upstream.ts';
import { loginsOf, signOut } from '../../support/upstream-logout.ts';

/** A connection that knows the first key of an identity provider, whose metadata has the second key by now, too. */
async function aRollover(service: TestService) {
  const certificates = [stranger.certificate, partner.certificate];
  const idp = await aPublishedIdp({ certificates });
  const one = await samlConnected(service, {
    idpEntityId: idp.entityId,
    ssoUrl: `${idp.origin}/sso`,
    sloUrl: `${idp.origin}/slo`,
    certificates: [stranger.trusted.pem.trim()],
    metadataUrl: idp.metadataUrl,
    logoutUpstream: true,
  });
  const known = async () => {
    const [row] = await service.sql<{ count: number }>(
      'select cardinality(certificates) as count from federation_connections where id = $1',
      [one.id],
    );
    return row?.count;
  };
  /** Signs a user in with the first key. */
  const signIn = async () => {
    const says: Says = { ...aSamlSubject(one), protection: { key: stranger } };
    const seen = await signedInBySaml(service, one, says);
    expect([outcomeOf(seen), await known()]).toEqual(['SIGNED_IN', 1]);
    return { ...seen, nameId: says.nameId ?? expect.unreachable() };
  };
  return { idp, one, known, signIn };
}

describe('a new key that the metadata has by now', () => {
  test('signs the user in', async ({ service }) => {
    const { one, known } = await aRollover(service);
    expect(outcomeOf(await signedInBySaml(service, one, aSamlSubject(one)))).toBe('SIGNED_IN');
    expect(await known()).toBe(2);
  });

  test.for(['HTTP-Redirect', 'HTTP-POST'] as const)(
    'signs the user out by a LogoutRequest by %s',
    async (binding, { service }) => {
      const { one, known, signIn } = await aRollover(service);
      const { nameId } = await signIn();
      const sent = await sendSamlLogout(service, one, aSamlLogout(one, { nameId }), { binding });
      expect([sent.status, await loginsOf(service, one), await known()]).toEqual([303, [], 2]);
    },
  );

  test('takes the user back by a LogoutResponse', async ({ service }) => {
    const { one, known, signIn } = await aRollover(service);
    const { person } = await signIn();
    const { location } = await signOut(service, person);
    const { request } = await samlLogoutIn(service.ours, await person.get(location));
    const back = await bringSamlLogoutAnswer(service, one, { person, inResponseTo: request.id });
    expect(back.location).toContain('/logged-out?state=');
    expect(await known()).toBe(2);
  });
});

test('logout messages with unknown keys have the metadata asked for once in five minutes, and end nothing', async ({
  service,
}) => {
  const { idp, one, signIn } = await aRollover(service);
  const { nameId, person } = await signIn();
  const key = await party('unknown');
  const before = idp.asked();
  const forged = async () => {
    const requests = Array.from({ length: 4 }, () =>
      sendSamlLogout(service, one, aSamlLogout(one, { nameId }), { key }),
    );
    const response = bringSamlLogoutAnswer(
      service,
      one,
      { person, inResponseTo: newMessageId() },
      { key, binding: 'HTTP-POST' },
    );
    return (await Promise.all([...requests, response])).map(({ status }) => status);
  };
  for (let turn = 0; turn < 2; turn++) expect(await forged()).toEqual([400, 400, 400, 400, 303]);
  expect(idp.asked() - before).toBe(1);
  await service.sql(
    "update federation_connections set metadata_asked_at = now() - interval '5 minutes' where id = $1",
    [one.id],
  );
  expect(await forged()).toEqual([400, 400, 400, 400, 303]);
  expect(idp.asked() - before).toBe(2);
  expect(await loginsOf(service, one)).toHaveLength(1);
});
