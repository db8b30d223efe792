import { describe, expect } from 'vitest';
import { buildLogoutRequest, buildLogoutResponse } from '../../../src/saml-messages/build/logout.ts';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import { nameIdFormats, statusCodes } from '../../../src/saml-messages/names.ts';
import { readCertificate } from '../../../src/saml-messages/certificate.ts';
import { readServiceProviderMetadata } from '../../../src/saml-messages/metadata/service-provider.ts';
import { readLogoutResponse } from '../../../src/saml-messages/read/logout.ts';
import { receivePost } from '../../../src/saml-messages/receive/post.ts';
import { receiveRedirect } from '../../../src/saml-messages/receive/redirect.ts';
import { accept } from '../../../src/saml-messages/verify/accepted.ts';
import { aPerson, type Person } from '../../support/person.ts';
import { oddlySigned, partner, stranger, withEncryptedName } from '../../support/saml-messages.ts';
import { idpCertificate } from '../../support/saml-sign-on.ts';
import { aSamlLogout, sendSamlLogout } from '../../support/saml-upstream-logout.ts';
import {
  aSamlSubject,
  type SamlConnected,
  samlConnected,
  type Says,
  signedInBySaml,
} from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import { changeConnection } from '../../support/stored-connections.ts';

/** Signs one user in by a connection, in a browser of its own for each of the sessions. */
async function signedIn(
  service: TestService,
  one: SamlConnected,
  sessions: string[],
  says: Says = aSamlSubject(one),
) {
  const people: Person[] = [];
  for (const sessionIndex of sessions)
    people.push((await signedInBySaml(service, one, { ...says, assertion: { sessionIndex } })).person);
  const isSignedIn = async () =>
    Promise.all(
      people.map(
        async (person) => (await person.open(`/account/${service.ours.orgId}`)).title === 'Your account',
      ),
    );
  return { nameId: says.nameId ?? expect.unreachable(), isSignedIn };
}

describe('receiveSamlConnectionLogout', () => {
  test('refuses a signed request with an encrypted name, also for our encryption key, and ends no login', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { nameId, isSignedIn } = await signedIn(service, one, ['first']);
    const { body: metadata } = await service.anonymous.call('getSamlConnectionMetadata', {
      path: { id: one.id },
    });
    const [ours] = readServiceProviderMetadata(metadata).encryptionCertificates;
    const plain = buildLogoutRequest(aSamlLogout(one, { nameId }), 'by-query');
    const signed = oddlySigned(withEncryptedName(plain, ours?.pem ?? ''));
    const message = { SAMLRequest: Buffer.from(signed).toString('base64') };
    const answer = await aPerson(service.origin).post(new URL(one.sloUrl).pathname, message);
    expect([answer.status >= 400 && answer.status < 500, answer.location]).toEqual([true, '']);
    expect(await isSignedIn()).toEqual([true]);
    const { body } = await service.ours.call('listConnectionTraces', { path: { id: one.id } });
    expect(body.data[0]).toMatchObject({
      step: 'LOGOUT',
      reason: expect.stringContaining('An element is missing'),
    });
  });

  test('ends the session that a signed request names, and answers with a signed response', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { nameId, isSignedIn } = await signedIn(service, one, ['first', 'second']);
    const bystander = await signedIn(service, one, ['first']);
    const logout = aSamlLogout(one, { nameId, sessionIndexes: ['second'] });
    const answer = await sendSamlLogout(service, one, logout, { relayState: 'theirs' });
    expect(await isSignedIn()).toEqual([true, false]);
    expect(await bystander.isSignedIn()).toEqual([true]);
    expect([answer.status, answer.location.split('?')[0]]).toEqual([
      303,
      one.idpEntityId.replace('/metadata', '/slo'),
    ]);
    const received = receiveRedirect(answer.location.slice(answer.location.indexOf('?') + 1));
    expect(received.relayState).toBe('theirs');
    const key = readCertificate(await idpCertificate(service.ours));
    const response = readLogoutResponse(
      accept(received, 'LogoutResponse', { certificates: [key], requireSignature: true }),
    );
    expect(response).toMatchObject({
      issuer: one.spEntityId,
      inResponseTo: logout.id,
      status: { code: statusCodes.success },
      isSigned: true,
    });
    const told = await service.sql(
      `select data ->> 'reason' as reason from events where type = 'session.revoked' order by created_at desc limit 1`,
    );
    expect(told).toEqual([{ reason: 'SIGNED_OUT_UPSTREAM' }]);
  });

  test('ends all sessions of the user without SessionIndex, and the tokens of applications', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { nameId, isSignedIn } = await signedIn(service, one, ['first', 'second']);
    await sendSamlLogout(service, one, aSamlLogout(one, { nameId, sessionIndexes: [] }));
    expect(await isSignedIn()).toEqual([false, false]);
  });

  test('knows users by format and qualifiers, and by the value alone if the request leaves the format out', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { nameId, isSignedIn } = await signedIn(service, one, ['first']);
    for (const other of [
      { ...nameId, value: nameId.value.toUpperCase() },
      { ...nameId, format: nameIdFormats.emailAddress },
      { ...nameId, nameQualifier: 'https://other.example' },
    ])
      expect((await sendSamlLogout(service, one, aSamlLogout(one, { nameId: other }))).status).toBe(303);
    expect(await isSignedIn()).toEqual([true]);
    const bare = { value: nameId.value, format: nameIdFormats.unspecified };
    await sendSamlLogout(service, one, aSamlLogout(one, { nameId: bare }));
    expect(await isSignedIn()).toEqual([false]);
  });

  test('ends logins of this connection alone, also while it is disabled', async ({ service }) => {
    const [one, other] = [await samlConnected(service), await samlConnected(service)];
    const { nameId, isSignedIn } = await signedIn(service, one, ['first']);
    expect((await sendSamlLogout(service, other, aSamlLogout(other, { nameId }))).status).toBe(303);
    expect(await isSignedIn()).toEqual([true]);
    await changeConnection(service, one.id, "status = 'DISABLED'");
    await sendSamlLogout(service, one, aSamlLogout(one, { nameId }));
    expect(await isSignedIn()).toEqual([false]);
  });

  test('refuses what is not signed, sent again, too old, or for another receiver, and traces why', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { nameId, isSignedIn } = await signedIn(service, one, ['first']);
    const bystander = aSamlLogout(one, { nameId: { ...nameId, value: 'nobody' } });
    expect((await sendSamlLogout(service, one, bystander)).status).toBe(303);
    const old = new Date(Date.now() - 400_000);
    const cases: [what: string, send: () => ReturnType<typeof sendSamlLogout>, rule: string][] = [
      [
        'unsigned',
        () => sendSamlLogout(service, one, aSamlLogout(one, { nameId }), { key: 'unsigned' }),
        'is not signed',
      ],
      [
        'of another key',
        () => sendSamlLogout(service, one, aSamlLogout(one, { nameId }), { key: stranger }),
        'No known key',
      ],
      [
        'sent again',
        () => sendSamlLogout(service, one, { ...bystander, nameId }),
        'has sent this request before',
      ],
      [
        'too old',
        () => sendSamlLogout(service, one, aSamlLogout(one, { nameId, issueInstant: old })),
        'is too old',
      ],
      [
        'expired',
        () => sendSamlLogout(service, one, aSamlLogout(one, { nameId, notOnOrAfter: old })),
        'NotOnOrAfter',
      ],
      [
        'of another issuer',
        () => sendSamlLogout(service, one, aSamlLogout(one, { nameId, issuer: 'https://x.example' })),
        'Issuer',
      ],
      [
        'for another address',
        () => sendSamlLogout(service, one, aSamlLogout(one, { nameId, destination: one.acsUrl })),
        'Destination',
      ],
    ];
    for (const [what, send, rule] of cases) {
      const seen = await send();
      expect([what, seen.status]).toEqual([what, 400]);
      const [trace] = (await service.ours.call('listConnectionTraces', { path: { id: one.id } })).body.data;
      expect(trace).toMatchObject({
        outcome: 'FAILED',
        step: 'LOGOUT',
        reason: expect.stringContaining(rule),
      });
      expect(JSON.stringify(trace)).not.toContain(nameId.value);
    }
    expect(await isSignedIn()).toEqual([true]);
  });

  test('takes a signed response to a logout, which ends nothing', async ({ service }) => {
    const one = await samlConnected(service);
    const { isSignedIn } = await signedIn(service, one, ['first']);
    const content = {
      id: newMessageId(),
      issuer: one.idpEntityId,
      issueInstant: new Date(),
      destination: one.sloUrl,
      inResponseTo: newMessageId(),
      status: { code: statusCodes.success },
    };
    const send = (key: typeof partner) =>
      aPerson(service.origin).post(new URL(one.sloUrl).pathname, {
        SAMLResponse: Buffer.from(buildLogoutResponse(content, key)).toString('base64'),
      });
    for (const key of [partner, stranger])
      expect((await send(key)).location).toBe(`/login/${service.ours.orgId}/signed-out`);
    expect(await isSignedIn()).toEqual([true]);
  });
});

describe('receiveSamlConnectionLogoutByForm', () => {
  test('ends sessions by a form from another site, and answers by a form', async ({ service }) => {
    const one = await samlConnected(service, {
      sloBinding: 'HTTP-POST',
      sloResponseUrl: 'https://idp.example/logged-out',
    });
    const { nameId, isSignedIn } = await signedIn(service, one, ['first']);
    const logout = aSamlLogout(one, { nameId });
    const answer = await sendSamlLogout(service, one, logout, { binding: 'HTTP-POST' });
    expect(await isSignedIn()).toEqual([false]);
    const [form] = answer.forms;
    expect([answer.status, form?.action]).toEqual([200, 'https://idp.example/logged-out']);
    const key = readCertificate(await idpCertificate(service.ours));
    const received = receivePost({ parameter: 'SAMLResponse', message: form?.fields['SAMLResponse'] ?? '' });
    const trust = { certificates: [key], requireSignature: true };
    expect(readLogoutResponse(accept(received, 'LogoutResponse', trust)).inResponseTo).toBe(logout.id);
  });

  test('shows that the user is signed out where the identity provider has no address', async ({
    service,
  }) => {
    const one = await samlConnected(service, { sloUrl: null });
    const { nameId, isSignedIn } = await signedIn(service, one, ['first']);
    const answer = await sendSamlLogout(service, one, aSamlLogout(one, { nameId }), { binding: 'HTTP-POST' });
    expect(answer.location).toBe(`/login/${service.ours.orgId}/signed-out`);
    expect(await isSignedIn()).toEqual([false]);
  });
});
