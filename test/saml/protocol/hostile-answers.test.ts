import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { soapEnvelope } from '../../../src/saml-messages/build/bindings.ts';
import { hostileDocuments } from '../../support/hostile-documents.ts';
import type { Made } from '../../support/hostile-saml.ts';
import { startReceiver } from '../../support/receiver.ts';
import { aLogoutParty, idOf, joined, type LogoutParty, responseTo } from '../../support/saml-logout.ts';
import { aVisitor, password } from '../../support/saml-sign-on.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { drawn } from '../../support/thorough.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROLE: 'all' });
});
afterAll(() => service.stop());

type Answer = readonly [what: string, change: (xml: string) => Made, ...unknown[]];

/** An answer by SOAP needs no signature, because TLS proves who answers. Each of these must fail. */
const wrapped: readonly Answer[] = [
  ['nothing', () => ''],
  ['no envelope', (xml) => xml.replace(/^.*?<samlp:/s, '<samlp:').replace(/<\/\w+:Body>.*$/s, '')],
  ['two messages', (xml) => xml.replace(/(<samlp:LogoutResponse.*<\/samlp:LogoutResponse>)/s, '$1$1')],
  ['an HTML page', () => '<!doctype html><title>Welcome</title>'],
  ['another status', (xml) => xml.replace('status:Success', 'status:Responder')],
  ['a stranger as its issuer', (xml) => xml.replace('</saml:Issuer>', '.evil</saml:Issuer>')],
  ['another request', (xml) => xml.replace(/InResponseTo="[^"]*"/, 'InResponseTo="_other"')],
  ['a signature that is not right', (xml) => xml.replace(/(<ds:SignatureValue>)..../, '$1AAAA')],
  ['65 KB and more', (xml) => `${xml}${' '.repeat(70_000)}`],
  [
    'a header that must be understood',
    (xml) =>
      xml.replace(/<(\w+):Body>/, '<$1:Header><x:y xmlns:x="urn:x" $1:mustUnderstand="1"/></$1:Header>$&'),
  ],
];

/** Those without a place in a SOAP envelope are left out: what they look for is the first of the text. */
const documents: readonly Answer[] = hostileDocuments.filter(
  ([what, change]) => !/default ID|public document|1,000|128 KB|attributes/.test(what) && change.length === 1,
);

describe('a hostile answer by SOAP', () => {
  test('never counts as a sign-out, and the call is tried again', { timeout: 120_000 }, async () => {
    const answers = [...wrapped, ...drawn(documents, 10, 'hostile answers by SOAP')];
    const parties: LogoutParty[] = [];
    const { id, email, visitor } = await aVisitor(service);
    await visitor.signIn(service.ours.orgId ?? '', email, password);
    // The last one answers well.
    for (let at = 0; at <= answers.length; at++) {
      // Each has an address of its own: calls to an address that fails are made one after another.
      const receiver = await startReceiver((response, { body }) => {
        const [party, answer] = [parties[at], answers[at]];
        if (!party) return;
        const good = soapEnvelope(responseTo(party, idOf(body)));
        response.writeHead(200, { 'content-type': 'text/xml' }).end(answer ? answer[1](good) : good);
      });
      onTestFinished(() => receiver.close());
      const party = await aLogoutParty(service.ours, { sloSoapUrl: receiver.url });
      parties.push(party);
      await joined(visitor, party);
    }
    await service.ours.call('suspendUser', { path: { userId: id }, body: { reason: 'left' } });
    const states = async () => {
      const rows = await service.sql<{ id: string; state: string }>(
        'select service_provider_id as id, state from saml_logout_parts',
      );
      const of = new Map(rows.map((row) => [row.id, row.state]));
      return parties.map((party, at) => `${answers[at]?.[0] ?? 'a good answer'}: ${of.get(party.id)}`);
    };
    await expect
      .poll(states, { timeout: 40_000 })
      .toEqual([...answers.map(([what]) => `${what}: FAILED`), 'a good answer: DONE']);
    const jobs = await service.sql(
      `select 1 from tenant_jobs where task = 'tell-service-provider' and given_up_at is null`,
    );
    expect(jobs).toHaveLength(answers.length);
  });
});
