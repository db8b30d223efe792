import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { buildLogoutRequest } from '../../src/saml-messages/build/logout.ts';
import { samlKeyPurpose } from '../../src/saml/saml-keys.ts';
import { leaksOf, serverLog, tablesAsText } from '../support/canaries.ts';
import { createClient } from '../support/client.ts';
import type { Seen } from '../support/person.ts';
import { sendRaw } from '../support/raw.ts';
import { receiverCa, startReceiver } from '../support/receiver.ts';
import {
  aLogoutParty,
  answerBySoap,
  framesIn,
  type LogoutParty,
  logoutContent,
  logoutPath,
  postLogout,
} from '../support/saml-logout.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  inflated,
  type Party,
  redirectPath,
  signInOn,
} from '../support/saml-sign-on.ts';
import { vault } from '../support/second-factors.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { aPartnerKey } from '../support/service-providers.ts';
import { startTestService, test } from '../support/service.ts';

// security.md 1: "Secret in logs, audit, webhook, error".

/** Names of users at service providers stand here until the sessions end, and are told. */
const tablesOfNames = ['saml_sessions', 'saml_logout_parts'];

test('no SAML key, message, RelayState or name of a user appears but at its intended recipient', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { ours, sql } = service;
  const orgId = ours.orgId ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'keyward-canary-saml-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'ca.pem'), receiverCa.ca);
  const node = await startServiceProcess(service, {
    LOG_LEVEL: 'trace',
    EGRESS_ALLOW: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  });
  const api = createClient(node.origin, ours.key, orgId);
  const [secrets, names, told] = [new Set<string>(), new Set<string>(), [] as string[]];
  const relayState = (): string => {
    const state = `back-${randomUUID()}`;
    secrets.add(state);
    return state;
  };
  /** Notes a message, and what in it proves or hides something. */
  const noted = (xml: string): void => {
    secrets.add(Buffer.from(xml).toString('base64').slice(-200));
    for (const [, value = ''] of xml.matchAll(/<(?:ds:SignatureValue|xenc:CipherValue)>([^<]+)</g))
      secrets.add(value);
  };
  const accepted = async (party: Party, page: Seen) => {
    const { fields } = answerIn(page);
    noted(Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString());
    const { profile } = await party.saml.validatePostResponseAsync(fields);
    if (!profile) throw new Error('no profile');
    names.add(profile.nameID);
    return profile;
  };

  // Service providers of all kinds.
  const encrypting = await aPartnerKey('encrypting');
  const plain = await aServiceProvider(api);
  const sealed = await aServiceProvider(
    api,
    { encryptAssertions: true, encryptionCertificate: encrypting.certificate, nameIdFormat: 'transient' },
    { decryptionPvk: encrypting.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string },
  );
  const asker = await aLogoutParty(api);
  const front = await aLogoutParty(api, { sloBinding: 'HTTP-POST' });
  const unsigned = await aLogoutParty(api, { signingCertificates: [] });
  const parties: LogoutParty[] = [];
  const receiver = await startReceiver((response, received) => {
    noted(received.body);
    if (parties[0]) answerBySoap(parties[0])(response, received);
  });
  onTestFinished(() => receiver.close());
  const soap = await aLogoutParty(api, { sloSoapUrl: receiver.url });
  parties.push(soap);

  // A user signs in everywhere.
  const { id, email, visitor } = await aVisitor({ ours: api, origin: node.origin });
  const asked = await visitor.open(await redirectPath(plain, relayState()));
  await accepted(plain, await signInOn(visitor, asked, email));
  for (const party of [sealed, front, soap])
    await accepted(party, await visitor.open(await redirectPath(party, relayState())));
  const profile = await accepted(asker, await visitor.open(await redirectPath(asker, relayState())));

  // Messages that are refused, with secrets where they do not belong.
  const stray = { value: `name-${randomUUID()}`, format: profile.nameIDFormat };
  names.add(stray.value);
  const visited = async (path: string): Promise<void> => {
    const page = await visitor.get(path);
    expect(page.status).toBeGreaterThanOrEqual(400);
    told.push(JSON.stringify([...page.headers]), page.text);
  };
  const content = (changes = {}) => logoutContent(asker, profile, { nameId: stray, ...changes });
  await visited(
    logoutPath(asker, content({ destination: 'https://idp.example' }), { relayState: relayState() }),
  );
  await visited(logoutPath(asker, content(), { relayState: relayState(), signedBy: 'unsigned' }));
  await visited(await redirectPath(plain, `${relayState()}${'x'.repeat(1_100)}`));
  await visited(`${new URL(plain.sso).pathname}?SAMLRequest=x&RelayState=${relayState()}%FF`);
  await visited(`${new URL(plain.sso).pathname}/${relayState()}`);
  const wrong = buildLogoutRequest(content(), asker.key).replace('</saml:NameID>', 'x$&');
  const posted = await visitor.post(new URL(asker.slo).pathname, {
    SAMLRequest: Buffer.from(wrong).toString('base64'),
    RelayState: relayState(),
  });
  expect(posted.status).toBe(400);
  noted(wrong);
  // A name that is not known ends nothing.
  await visitor.get(logoutPath(asker, content(), { relayState: relayState() }));
  await visitor.get(
    logoutPath(unsigned, logoutContent(unsigned, profile, { nameId: stray }), {
      signedBy: 'unsigned',
      relayState: relayState(),
    }),
  );

  // A fault of ours on every path of a secret: what is logged then is the database's own words.
  const broken = async (column: string, work: () => Promise<{ status: number }>) => {
    const [table = '', name = ''] = column.split('.');
    await sql(`alter table ${table} rename column ${name} to elsewhere`);
    expect((await work()).status, column).toBe(500);
    await sql(`alter table ${table} rename column elsewhere to ${name}`);
  };
  const fresh = async () => visitor.get(await redirectPath(plain, relayState()));
  const kept = (await fresh()).location;
  await broken('saml_requests.asked', fresh);
  await broken('saml_requests.asked', () => visitor.get(kept));
  await broken('saml_sessions.name_id', () => visitor.get(kept));
  await broken('saml_traces.message', () => visitor.get(kept));
  await broken('saml_keys.private_key', () => visitor.get(kept));
  await accepted(plain, await visitor.get(kept));
  const out = () => postLogout(visitor, asker, logoutContent(asker, profile), relayState());
  await broken('saml_logouts.asked', out);
  await broken('saml_logout_parts.name_id', out);
  await broken('saml_traces.facts', out);

  // The logout, in frames and by SOAP.
  const { location } = await out();
  const page = await visitor.get(location);
  expect(framesIn(page)).toEqual([]);
  const [form] = page.forms;
  noted(Buffer.from(form?.fields['SAMLRequest'] ?? '', 'base64').toString());
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
  await sql(`update saml_logouts set shown_at = shown_at - interval '5 seconds' where shown_at is not null`);
  const end = await visitor.get(location);
  const back = / href="(https:[^"]+SAMLResponse[^"]+)"/.exec(end.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(inflated({ location: back })).toContain('PartialLogout');
  secrets.add(new URL(back).searchParams.get('Signature') ?? '');

  // Responses that administrators see, and the keys.
  for (const party of [plain, sealed, asker, front, unsigned, soap]) {
    const { status, body } = await api.call('listServiceProviderTraces', { path: { spId: party.id } });
    expect(status).toBe(200);
    told.push(JSON.stringify(body));
  }
  for (const operation of ['listSigningKeys', 'listAuditLogs', 'exportAuditLogs'] as const)
    told.push(JSON.stringify((await api.call(operation)).body));
  const keys = await sql<{ id: string; sealed: Buffer }>('select id, private_key as sealed from saml_keys');
  expect(keys.length).toBeGreaterThan(0);
  for (const { id: keyId, sealed: bytes } of keys) {
    const { d, p, q } = JSON.parse(vault.open(bytes, orgId, samlKeyPurpose(keyId)));
    for (const part of [d, p, q]) secrets.add(part);
  }
  const traces = await sql<{ message: Buffer }>('select message from saml_traces where message is not null');
  const { text: metrics } = await sendRaw(node.origin, { path: '/metrics' });
  const tables = await tablesAsText(service, tablesOfNames);
  const ofNames =
    JSON.stringify(await sql('select * from saml_sessions')) +
    JSON.stringify(await sql('select * from saml_logout_parts'));
  node.signal('SIGTERM');
  expect(await node.ended).toBe(0);

  const places = { log: node.printed(), metrics, tables, server: serverLog() };
  expect(places.log).toContain('"level":"debug"');
  expect(places.log).toContain('INTERNAL_ERROR');
  for (const action of ['service_provider.sign_on', 'service_provider.sign_off', 'session.revoked'])
    expect(places.tables).toContain(action);
  expect(places.tables).toContain(id);
  expect([secrets.size, names.size]).toEqual([expect.toSatisfy((size: number) => size > 30), 6]);
  expect(leaksOf(names, places)).toEqual([]);
  const inTraces = traces.map(({ message }) => inflateRawSync(message).toString()).join('\n');
  expect(inTraces).toContain('samlp:Response');
  expect(leaksOf(secrets, { ...places, told: told.join('\n'), inTraces, ofNames })).toEqual([]);
  expect(places.log).not.toMatch(/<samlp?:/);
});
