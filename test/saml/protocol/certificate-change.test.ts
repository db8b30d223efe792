import { describe, expect } from 'vitest';
import type { Profile } from '../../saml-messages/declarations/node-saml.d.ts';
import { framesIn } from '../../support/saml-logout.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  idpCertificate,
  redirectPath,
  responseIn,
  samlBase,
  signInOn,
} from '../../support/saml-sign-on.ts';
import { anUpcomingSamlKey, aPartnerKey } from '../../support/service-providers.ts';
import { type TestService, test } from '../../support/service.ts';

/** node-saml, registered with its certificate, and a user. It believes the certificates of `known`. */
async function nodeSaml(service: TestService) {
  const { ours } = service;
  const { privateKey, certificate } = await aPartnerKey();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const registered = {
    encryptAssertions: true,
    encryptionCertificate: certificate,
    signingCertificates: [certificate],
    sloUrl: 'https://wiki.example.com/slo',
  };
  const known = [await idpCertificate(ours)];
  const party = await aServiceProvider(ours, registered, {
    logoutUrl: `${samlBase(ours)}/slo`,
    idpCert: (done) => done(null, known),
    privateKey: pem,
    decryptionPvk: pem,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
  });
  const { body } = await ours.call('getServiceProvider', { path: { spId: party.id } });
  expect(body).toMatchObject({ requireSignedRequests: true });
  const { visitor, email } = await aVisitor(service);
  const signIn = async (): Promise<Profile> => {
    const page = await visitor.open(await redirectPath(party));
    const answer = page.title === 'Sign in' ? await signInOn(visitor, page, email) : page;
    expect(responseIn(answer)).toContain('EncryptedAssertion');
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(answer).fields);
    if (!profile) throw new Error('no user is signed in');
    return profile;
  };
  const accept = (address: string) => {
    const { search, searchParams } = new URL(address);
    return party.saml.validateRedirectAsync(Object.fromEntries(searchParams), search.slice(1));
  };
  const change = async (body: Record<string, unknown>) => {
    const path = { spId: party.id };
    const { headers } = await ours.call('getServiceProvider', { path });
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    expect((await ours.call('updateServiceProvider', { path, body, headers: ifMatch })).status).toBe(200);
  };
  return { ours, known, certificate, party, visitor, signIn, accept, change };
}

const pathOf = (address: string): string => new URL(address).pathname + new URL(address).search;

describe('node-saml, which signs its requests and decrypts assertions', () => {
  test('goes on with our new certificate once it has it, and refuses it before', async ({ service }) => {
    const { ours, known, signIn } = await nodeSaml(service);
    const { nameID } = await signIn();
    expect(nameID).toMatch(/^[\w-]{43}$/);
    const keyId = await anUpcomingSamlKey(ours);
    expect((await signIn()).nameID).toBe(nameID);
    const activated = await ours.call('activateSigningKey', { path: { keyId } });
    await expect(signIn()).rejects.toThrow('Invalid');
    known.push(activated.body.certificate);
    expect((await signIn()).nameID).toBe(nameID);
    known.splice(0, known.length, await idpCertificate(ours));
    expect((await signIn()).nameID).toBe(nameID);
  });

  test('goes on with a new key of its own when both certificates are registered', async ({ service }) => {
    const { certificate, party, signIn, change } = await nodeSaml(service);
    const { nameID } = await signIn();
    const next = await aPartnerKey('next');
    await change({ signingCertificates: [certificate, next.certificate] });
    expect((await signIn()).nameID).toBe(nameID);
    const pem = next.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    Object.assign(party.saml.options, { privateKey: pem, decryptionPvk: pem });
    await change({ encryptionCertificate: next.certificate });
    expect((await signIn()).nameID).toBe(nameID);
    await change({ signingCertificates: [next.certificate] });
    expect((await signIn()).nameID).toBe(nameID);
  });

  test('signs a user out, and refuses a response that is signed with a key it does not have', async ({
    service,
  }) => {
    const { ours, known, party, visitor, signIn, accept } = await nodeSaml(service);
    const signOut = async (profile: Profile) => {
      const begun = await visitor.get(pathOf(await party.saml.getLogoutUrlAsync(profile, 'bye', {})));
      const { location } = await visitor.get(begun.location);
      expect(new URL(location).searchParams.get('RelayState')).toBe('bye');
      expect((await visitor.open(await redirectPath(party))).title).toMatch(/^Sign in/);
      return accept(location);
    };
    expect(await signOut(await signIn())).toMatchObject({ loggedOut: true });
    const last = await signIn();
    const { body } = await ours.call('activateSigningKey', {
      path: { keyId: await anUpcomingSamlKey(ours) },
    });
    await expect(signOut(last)).rejects.toThrow('Invalid query signature');
    known.push(body.certificate);
    expect(await signOut(await signIn())).toMatchObject({ loggedOut: true });
  });

  test('answers the LogoutRequest in our frame', async ({ service }) => {
    const { ours, party, visitor, signIn, accept } = await nodeSaml(service);
    const { nameID, sessionIndex } = await signIn();
    const page = await visitor.send(await visitor.open(`/logout/${ours.orgId}`), {}, `/logout/${ours.orgId}`);
    const [frame = ''] = framesIn(page);
    const { profile } = await accept(frame);
    expect(profile).toMatchObject({ nameID, sessionIndex });
    const request = profile as Profile & { ID: string };
    const answer = await party.saml.getLogoutResponseUrlAsync(request, '', {}, true);
    expect((await visitor.get(pathOf(answer))).status).toBe(204);
    expect((await visitor.get(page.path)).title).toMatch(/^You’re signed out/);
  });
});
