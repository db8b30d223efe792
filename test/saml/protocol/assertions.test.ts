import { generateKeyPairSync } from 'node:crypto';
import { describe, expect } from 'vitest';
import { selfSignedCertificate } from '../../../src/saml-messages/self-signed.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  redirectPath,
  responseIn,
  signInOn,
} from '../../support/saml-sign-on.ts';
import { test } from '../../support/service.ts';

const email = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

describe('an assertion', () => {
  test('is encrypted for a service provider that wants it', async ({ service }) => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const certificate = await selfSignedCertificate(keys, 'service provider', new Date());
    const party = await aServiceProvider(
      service.ours,
      { encryptAssertions: true, encryptionCertificate: certificate },
      { decryptionPvk: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string },
    );
    const user = await aVisitor(service);
    const page = await signInOn(user.visitor, await user.visitor.open(await redirectPath(party)), user.email);
    expect(responseIn(page)).toContain('EncryptedAssertion');
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(page).fields);
    expect(profile?.nameID).toMatch(/^[\w-]{43}$/);
  });

  test('is refused if the attributes are longer than 256 KB', async ({ service }) => {
    const { ours, sql } = service;
    const lists = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `groups${at}`, source: 'groups' }));
    const [few, many] = [
      await aServiceProvider(ours, { attributeMappings: lists(1) }),
      await aServiceProvider(ours, { attributeMappings: lists(50) }),
    ];
    const user = await aVisitor(service);
    await sql(
      `with made as (
         insert into groups (org_id, id, name) select $1, 'grp_' || lpad(n::text, 26, '0'), rpad('group ' || n, 90, '&')
           from generate_series(1, 50) as n returning org_id, id)
       insert into group_members (org_id, group_id, user_id) select org_id, id, $2 from made`,
      [ours.orgId, user.id],
    );
    const page = await signInOn(user.visitor, await user.visitor.open(await redirectPath(few)), user.email);
    const { profile } = await few.saml.validatePostResponseAsync(answerIn(page).fields);
    expect(Object.entries(profile ?? {})).toContainEqual([
      'groups0',
      expect.toSatisfy((names: string[]) => names.length === 50),
    ]);
    const refused = await user.visitor.open(await redirectPath(many));
    expect(responseIn(refused)).toContain('status:TooManyResponses');
    const sessions = await sql('select from saml_sessions where service_provider_id = $1', [many.id]);
    expect(sessions).toEqual([]);
    const preview = (party: { id: string }) =>
      ours.call('previewServiceProvider', { path: { spId: party.id }, body: { userId: user.id } });
    expect((await preview(few)).body).toMatchObject({ allowed: true, refusals: [] });
    expect((await preview(many)).body).toMatchObject({
      allowed: false,
      attributes: [],
      refusals: [{ code: 'ATTRIBUTES_TOO_LONG', status: expect.stringContaining('TooManyResponses') }],
    });
  });

  test('names a user by an e-mail address only if the address is verified', async ({ service }) => {
    const party = await aServiceProvider(service.ours, { nameIdFormat: 'emailAddress' });
    const user = await aVisitor(service);
    await service.sql('update users set email_verified = false where id = $1', [user.id]);
    const page = await signInOn(user.visitor, await user.visitor.open(await redirectPath(party)), user.email);
    expect(responseIn(page)).toContain('status:InvalidNameIDPolicy');
    await service.sql('update users set email_verified = true where id = $1', [user.id]);
    const verified = await user.visitor.open(await redirectPath(party));
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(verified).fields);
    expect(profile).toMatchObject({ nameID: user.email, nameIDFormat: email });
  });

  test('names a user by no e-mail address if the service provider is not registered for it', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours, {}, { identifierFormat: email });
    const user = await aVisitor(service);
    const page = await signInOn(user.visitor, await user.visitor.open(await redirectPath(party)), user.email);
    expect(responseIn(page)).toContain('status:InvalidNameIDPolicy');
  });

  test('keeps the persistent name when the service provider is registered again', async ({ service }) => {
    const party = await aServiceProvider(service.ours);
    const user = await aVisitor(service);
    const first = await signInOn(
      user.visitor,
      await user.visitor.open(await redirectPath(party)),
      user.email,
    );
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(first).fields);
    await service.ours.call('deleteServiceProvider', { path: { spId: party.id } });
    const { entityId, acsUrl } = party;
    await service.ours.call('createServiceProvider', { body: { entityId, acsUrl, name: 'Another name' } });
    const again = await user.visitor.open(await redirectPath(party));
    const second = await party.saml.validatePostResponseAsync(answerIn(again).fields);
    expect(second.profile?.nameID).toBe(profile?.nameID);
    const other = await aServiceProvider(service.ours);
    const elsewhere = await user.visitor.open(await redirectPath(other));
    const third = await other.saml.validatePostResponseAsync(answerIn(elsewhere).fields);
    expect(third.profile?.nameID).not.toBe(profile?.nameID);
  });

  test('needs a second factor if the service provider asks for one', async ({ service }) => {
    const party = await aServiceProvider(
      service.ours,
      {},
      { authnContext: ['https://refeds.org/profile/mfa'] },
    );
    const user = await aVisitor(service);
    const page = await signInOn(user.visitor, await user.visitor.open(await redirectPath(party)), user.email);
    expect(responseIn(page)).toContain('status:NoAuthnContext');
  });

  test('is given once to eight browsers that come at the same time', async ({ service }) => {
    const party = await aServiceProvider(service.ours);
    const { visitor, email: name } = await aVisitor(service);
    await visitor.signIn(service.ours.orgId ?? '', name, 'vivid-harbor-cello-42');
    const { location } = await visitor.get(await redirectPath(party));
    const pages = await Promise.all(Array.from({ length: 8 }, () => visitor.get(location)));
    expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(404)]);
    const path = await redirectPath(party);
    const kept = await Promise.all(Array.from({ length: 8 }, () => visitor.get(path)));
    expect(kept.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, ...Array(7).fill(400)]);
  });
});
