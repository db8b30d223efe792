import { describe, expect } from 'vitest';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { buildLogoutRequest, type LogoutRequestContent } from '../../../src/saml-messages/build/logout.ts';
import { aPerson, type Seen } from '../../support/person.ts';
import {
  aLogoutKey,
  aLogoutParty,
  framesIn,
  idOf,
  joined,
  logoutContent,
  logoutPath,
  postLogout,
  responseTo,
} from '../../support/saml-logout.ts';
import { oddlySigned, withEncryptedName } from '../../support/saml-messages.ts';
import { aVisitor, idpCertificate, inflated, password, samlBase } from '../../support/saml-sign-on.ts';
import { test, type TestService } from '../../support/service.ts';

const codeIn = ({ status, headers }: Seen): unknown[] => [status, headers.get('x-error-code')];
const invalid = [400, 'SAML_REQUEST_INVALID'];
const forged = [400, 'SAML_SIGNATURE_INVALID'];

/** A user who takes part at a service provider. */
async function aSession(service: TestService) {
  const party = await aLogoutParty(service.ours);
  const made = await aVisitor(service);
  await made.visitor.signIn(service.ours.orgId ?? '', made.email, password);
  const profile = await joined(made.visitor, party);
  const isOn = async (): Promise<boolean> => {
    const rows = await service.sql('select 1 from login_sessions where user_id = $1', [made.id]);
    return rows.length === 1;
  };
  return { ...made, party, profile, isOn };
}

describe('a hostile LogoutRequest', () => {
  test('is refused with 400 and a page, and ends no login', async ({ service }) => {
    const { party, profile, isOn } = await aSession(service);
    const stranger = await aLogoutKey();
    const other = await aLogoutParty(service.ours, {}, { key: stranger });
    const attacker = aPerson(service.origin);
    const fresh = (changes: Partial<LogoutRequestContent> = {}, key = party.key): string =>
      buildLogoutRequest(logoutContent(party, profile, changes), key);
    const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
    const cases: [why: string, xml: string, expected: unknown[]][] = [
      ['not signed', fresh().replace(/<ds:Signature .*<\/ds:Signature>/s, ''), forged],
      ['signed by another service provider', fresh({}, stranger), forged],
      ['changed after the signature', fresh().replace(profile.nameID, `${profile.nameID}x`), forged],
      [
        'with a session added',
        fresh().replace('</samlp:LogoutRequest>', '<samlp:SessionIndex>_x</samlp:SessionIndex>$&'),
        forged,
      ],
      ['signed twice', fresh().replace(/<ds:Signature .*<\/ds:Signature>/s, '$&$&'), forged],
      ['for another endpoint', fresh({ destination: `${samlBase(service.ours)}/sso` }), invalid],
      ['for another tenant', fresh({ destination: `${samlBase(service.theirs)}/slo` }), invalid],
      ['too old', fresh({ issueInstant: minutesAgo(10) }), invalid],
      ['of the future', fresh({ issueInstant: minutesAgo(-10) }), invalid],
      ['expired', fresh({ notOnOrAfter: minutesAgo(2) }), invalid],
      ['of an unknown issuer', fresh({ issuer: 'https://nobody.example' }), [404, 'SP_NOT_FOUND']],
      ['with a document type', `<!DOCTYPE x>${fresh()}`, invalid],
      ['with a comment', fresh().replace('</saml:NameID>', '<!-- -->$&'), invalid],
      ['wrapped', `<x>${fresh()}</x>`, invalid],
      [
        'with too many sessions',
        fresh({ sessionIndexes: Array.from({ length: 1_100 }, () => 'x') }),
        invalid,
      ],
      ['no XML', 'SAML', invalid],
    ];
    for (const [why, xml, expected] of cases) {
      const page = await attacker.post(new URL(party.slo).pathname, {
        SAMLRequest: Buffer.from(xml).toString('base64'),
      });
      expect([why, ...codeIn(page)]).toEqual([why, ...expected]);
      expect([why, page.location, page.text.includes('LogoutResponse')]).toEqual([why, '', false]);
    }
    // A good request of another service provider, with the names that an assertion of this one had.
    const asked = await attacker.get(logoutPath(other, logoutContent(other, profile)));
    expect(asked.status).toBe(303);
    expect(inflated(await attacker.get(asked.location))).toContain('status:Success');
    expect(await isOn()).toBe(true);
  });

  test.for([
    ['beside nothing', (_name: string, encrypted: string) => encrypted],
    ['after the name', (name: string, encrypted: string) => name + encrypted],
    ['before the name', (name: string, encrypted: string) => encrypted + name],
  ] as const)('is refused with an encrypted name %s, and ends no login', async ([, placed], { service }) => {
    const { party, profile, isOn } = await aSession(service);
    const certificate = await idpCertificate(service.ours);
    const xml = withEncryptedName(
      buildLogoutRequest(logoutContent(party, profile), 'by-query'),
      certificate,
      placed,
    );
    const signed = oddlySigned(xml, { privateKey: party.key.privateKey });
    const message = { SAMLRequest: Buffer.from(signed).toString('base64') };
    const page = await aPerson(service.origin).post(new URL(party.slo).pathname, message);
    expect([...codeIn(page), page.location]).toEqual([...invalid, '']);
    expect(page.text).toContain('An element is missing, repeated, unknown');
    expect(page.text).not.toContain(profile.nameID);
    expect(await isOn()).toBe(true);
  });

  test('is refused by redirect when its query was changed, or is not signed', async ({ service }) => {
    const { party, profile, isOn } = await aSession(service);
    const attacker = aPerson(service.origin);
    const good = () => logoutPath(party, logoutContent(party, profile), { relayState: 'here' });
    for (const path of [
      good().replace('RelayState=here', 'RelayState=there'),
      good().replace(/&Signature=[^&]*/, ''),
      good().replace(/&SigAlg=[^&]*/, ''),
      good().replace('rsa-sha256', 'hmac-sha256'),
      logoutPath(party, logoutContent(party, profile), { signedBy: 'unsigned' }),
      logoutPath(party, logoutContent(party, profile), { signedBy: await aLogoutKey() }),
    ])
      expect(codeIn(await attacker.get(path))).toEqual(forged);
    expect((await attacker.get(`${good()}&RelayState=there`)).status).toBe(400);
    expect(await isOn()).toBe(true);
  });

  test('is refused when it is sent a second time', async ({ service }) => {
    const { party, profile } = await aSession(service);
    const attacker = aPerson(service.origin);
    const content = logoutContent(party, profile);
    expect((await postLogout(attacker, party, content)).status).toBe(303);
    expect(codeIn(await postLogout(attacker, party, content))).toEqual(invalid);
    expect(codeIn(await attacker.get(logoutPath(party, content)))).toEqual(invalid);
  });

  test('without a signature stores at most 8 KB', async ({ service }) => {
    const { profile } = await aSession(service);
    const party = await aLogoutParty(service.ours, { signingCertificates: [] });
    const attacker = aPerson(service.origin);
    const named = (length: number): LogoutRequestContent =>
      logoutContent(party, profile, { sessionIndexes: Array.from({ length }, () => 'x'.repeat(100)) });
    expect(codeIn(await postLogout(attacker, party, named(75)))).toEqual(invalid);
    expect((await postLogout(attacker, party, named(60))).status).toBe(303);
    const [{ size } = { size: 0 }] = await service.sql<{ size: number }>(
      'select sum(pg_column_size(l.*))::float8 as size from saml_logouts l where service_provider_id = $1',
      [party.id],
    );
    expect(size).toBeLessThan(8192);
  });

  test('gets Success for a name or an index that is not known, and ends nothing', async ({ service }) => {
    const { party, profile, isOn } = await aSession(service);
    const attacker = aPerson(service.origin);
    const { nameIDFormat: format, nameID: value } = profile;
    const changes: Partial<LogoutRequestContent>[] = [
      { nameId: { value: 'somebody', format } },
      { nameId: { value, format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } },
      { nameId: { value, format, spNameQualifier: 'https://other.example' } },
      { nameId: { value, format, nameQualifier: 'https://other.example' } },
      { sessionIndexes: ['_other'] },
    ];
    for (const change of changes) {
      const asked = await attacker.get(logoutPath(party, logoutContent(party, profile, change)));
      const answer = inflated(await attacker.get(asked.location));
      expect(answer).toContain('status:Success');
      expect(answer).not.toContain('PartialLogout');
    }
    expect(await isOn()).toBe(true);
    await attacker.get(logoutPath(party, logoutContent(party, profile, { sessionIndexes: [] })));
    expect(await isOn()).toBe(false);
  });

  test('ends a login once, when eight arrive for it at a time', async ({ service }) => {
    const { id, party, profile } = await aSession(service);
    const attacker = aPerson(service.origin);
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => attacker.get(logoutPath(party, logoutContent(party, profile)))),
    );
    expect(pages.map(({ status }) => status)).toEqual(Array(8).fill(303));
    expect(
      await service.sql(
        `select action from audit_logs where target_id = $1 and action in ('service_provider.sign_off', 'session.revoked')
          order by action`,
        [id],
      ),
    ).toEqual([{ action: 'service_provider.sign_off' }, { action: 'session.revoked' }]);
  });

  test('is taken once, when it arrives eight times at a time', async ({ service }) => {
    const { party, profile } = await aSession(service);
    const content = logoutContent(party, profile);
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => postLogout(aPerson(service.origin), party, content)),
    );
    expect(pages.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(pages.filter(({ status }) => status === 400)).toHaveLength(7);
  });

  test('leaves no session behind, when users sign on while they are signed out', async ({ service }) => {
    const { id, party, profile, visitor } = await aSession(service);
    const others = await Promise.all(Array.from({ length: 4 }, () => aLogoutParty(service.ours)));
    const asker = aPerson(service.origin);
    await Promise.all([
      ...others.map((other) => joined(visitor, other).catch(() => undefined)),
      asker.get(logoutPath(party, logoutContent(party, profile))),
    ]);
    expect(
      await service.sql(
        'select 1 from saml_sessions s where user_id = $1 and not exists (select from login_sessions l where l.id = s.login_id)',
        [id],
      ),
    ).toEqual([]);
  });
});

describe('a hostile LogoutResponse', () => {
  test('does not make an application count as signed out', async ({ service }) => {
    const { party: asker, profile, visitor } = await aSession(service);
    const other = await aLogoutParty(service.ours);
    await joined(visitor, other);
    const { location } = await visitor.get(logoutPath(asker, logoutContent(asker, profile)));
    const [frame = ''] = framesIn(await visitor.get(location));
    const id = idOf(inflated({ location: frame }));
    const stranger = await aLogoutKey();
    const post = (xml: string) =>
      visitor.post(new URL(other.slo).pathname, { SAMLResponse: Buffer.from(xml).toString('base64') });
    const good = responseTo(other, id);
    const cases: [why: string, xml: string, expected: unknown[]][] = [
      ['not signed', good.replace(/<ds:Signature .*<\/ds:Signature>/s, ''), forged],
      ['signed by a stranger', responseTo(other, id, { signing: stranger }), forged],
      ['of the service provider that asked', responseTo(asker, id), invalid],
      ['to another request', responseTo(other, '_other'), invalid],
      ['changed after the signature', good.replace('status:Success', 'status:Responder'), forged],
    ];
    for (const [why, xml, expected] of cases)
      expect([why, ...codeIn(await post(xml))]).toEqual([why, ...expected]);
    const failed = responseTo(other, id, { code: 'urn:oasis:names:tc:SAML:2.0:status:Responder' });
    expect((await post(failed)).status).toBe(204);
    expect(codeIn(await post(good))).toEqual(invalid);
    const page = await visitor.get(location);
    expect([page.status, page.title]).toEqual([200, 'You may still be signed in to some apps']);
  });

  test('is refused where the service provider has no key', async ({ service }) => {
    const party = await aLogoutParty(service.ours, { signingCertificates: [] });
    const xml = responseTo(party, '_any', { signing: 'by-query' });
    const url = new URL(redirectUrl(party.slo, { parameter: 'SAMLResponse', xml }, party.key));
    expect(codeIn(await aPerson(service.origin).get(`${url.pathname}${url.search}`))).toEqual(forged);
  });
});
