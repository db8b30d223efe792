import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { buildAuthnRequest } from '../../../src/saml-messages/build/authn-request.ts';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { buildLogoutRequest } from '../../../src/saml-messages/build/logout.ts';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import { openSignOn } from '../../../src/saml/sealed-asked.ts';
import { statusCodes } from '../../../src/saml-messages/names.ts';
import type { Parameter } from '../../../src/saml-messages/receive/received.ts';
import { aSigningProvider, requestOf } from '../../support/hostile-saml.ts';
import { applied, mutations } from '../../support/mutated-text.ts';
import { changedTree, treeChanges } from '../../support/mutated-xml.ts';
import type { Seen } from '../../support/person.ts';
import { deflated, partner } from '../../support/saml-messages.ts';
import {
  aLogoutParty,
  framesIn,
  idOf,
  joined,
  logoutContent,
  logoutPath,
  responseTo,
} from '../../support/saml-logout.ts';
import { aVisitor, inflated, password } from '../../support/saml-sign-on.ts';
import { vault } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { rounds } from '../../support/thorough.ts';

// Messages that are almost right, by the hundred; `make long` sends them by the thousand.

const runs = Number(process.env['SAML_MUTATIONS'] ?? rounds(400, 150, 60));

/** A user with sessions at two service providers. One of them waits for news of a logout. */
async function aTarget(service: TestService) {
  const [asker, waiting, party] = await Promise.all([
    aLogoutParty(service.ours),
    aLogoutParty(service.ours),
    aLogoutParty(service.ours),
  ]);
  const orgId = service.ours.orgId ?? '';
  const [left, victim] = [await aVisitor(service), await aVisitor(service)];
  for (const { visitor, email } of [left, victim]) await visitor.signIn(orgId, email, password);
  const gone = await joined(left.visitor, asker);
  await joined(left.visitor, waiting);
  const asked = await left.visitor.get(logoutPath(asker, logoutContent(asker, gone)));
  const [frame = ''] = framesIn(await left.visitor.get(asked.location));
  const profile = await joined(victim.visitor, party);
  return { party, waiting, waitingId: idOf(inflated({ location: frame })), gone, profile, victim };
}

const state = ({ sql }: TestService): Promise<unknown[]> =>
  sql(
    `select t::text as row from login_sessions t union all select t::text from saml_sessions t
      union all select t::text from saml_logout_parts t order by 1`,
  );

/** Counts what the service answers, and fails at an answer that is not settled. */
function answers() {
  const counts: Record<string, number> = {};
  return {
    note({ status, headers, text, location }: Seen): void {
      const code = headers.get('x-error-code') ?? String(status);
      counts[code] = (counts[code] ?? 0) + 1;
      if (status === 303) expect(new URL(location, 'http://localhost').hostname).toBe('localhost');
      else if (status !== 204) {
        expect([status, code, text]).toEqual([
          expect.toSatisfy((one: number) => one >= 400 && one < 500),
          expect.stringMatching(/^[A-Z_]+$/),
          expect.stringContaining('<h1>'),
        ]);
      }
    },
    count: (...codes: string[]): number => codes.reduce((sum, code) => sum + (counts[code] ?? 0), 0),
    counts,
  };
}

type Message = readonly [endpoint: string, parameter: Parameter, make: () => { xml: string; query: string }];

describe('a message that was changed', { timeout: 1_800_000 }, () => {
  test('by POST or redirect changes no session, and gets a settled answer', async ({ service }) => {
    const { party, waiting, waitingId, gone, profile, victim } = await aTarget(service);
    const provider = await aSigningProvider(service.ours);
    const trusting = await aSigningProvider(service.ours, { requireSignedRequests: false });
    const bySigned = (endpoint: string, parameter: Parameter, xml: string, key = party.key): string =>
      new URL(redirectUrl(endpoint, { parameter, xml, relayState: 'x' }, key)).search.slice(1);
    const content = () => logoutContent(party, { ...gone, sessionIndex: '_gone' });
    const refusal = { code: statusCodes.responder };
    const messages: readonly Message[] = [
      ...[provider, trusting].map((one): Message => {
        const make = () => {
          const asked = requestOf(one);
          const unsigned = one === trusting && asked.id.charCodeAt(1) % 2 === 0;
          return {
            xml: buildAuthnRequest(asked, unsigned ? 'unsigned' : partner),
            query: bySigned(one.sso, 'SAMLRequest', buildAuthnRequest(asked, 'by-query'), partner),
          };
        };
        return [one.sso, 'SAMLRequest', make];
      }),
      [
        party.slo,
        'SAMLRequest',
        () => ({
          xml: buildLogoutRequest(content(), party.key),
          query: bySigned(party.slo, 'SAMLRequest', buildLogoutRequest(content(), 'by-query')),
        }),
      ],
      [
        party.slo,
        'SAMLResponse',
        () => ({
          xml: responseTo(waiting, newMessageId(), refusal),
          query: bySigned(
            party.slo,
            'SAMLResponse',
            responseTo(waiting, newMessageId(), { ...refusal, signing: 'by-query' }),
            waiting.key,
          ),
        }),
      ],
    ];
    // Texts that an attacker would like the messages to have.
    const texts = [
      profile.nameID,
      profile.sessionIndex ?? '',
      waitingId,
      `#${waitingId}`,
      party.entityId,
      waiting.entityId,
      trusting.entityId,
      statusCodes.success,
      'https://evil.example/acs',
      'true',
    ];
    const before = await state(service);
    const seen = answers();
    const post = async (endpoint: string, fields: Record<string, string>): Promise<void> =>
      seen.note(await victim.visitor.post(new URL(endpoint).pathname, fields));
    const get = async (endpoint: string, query: string): Promise<void> =>
      seen.note(await victim.visitor.get(`${new URL(endpoint).pathname}?${query}`));
    const pick = fc.constantFrom(...messages);
    // The changes may spoil every request, so one arrives as it is.
    for (const [endpoint, parameter, make] of messages.slice(1, 2))
      await post(endpoint, { [parameter]: Buffer.from(make().xml).toString('base64') });

    await fc.assert(
      fc.asyncProperty(pick, pick, treeChanges(texts), async (message, [, , donor], changes) => {
        const [endpoint, parameter, make] = message;
        const { xml, query } = make();
        const made = changedTree(xml, donor().xml, changes);
        await post(endpoint, { [parameter]: Buffer.from(made).toString('base64') });
        const bare = xml.replace(/<ds:Signature .*<\/ds:Signature>/s, '');
        const other = deflated(changedTree(bare, donor().xml, changes));
        await get(endpoint, query.replace(/(SAML\w+=)[^&]*/, `$1${encodeURIComponent(other)}`));
      }),
      { numRuns: runs },
    );
    await fc.assert(
      fc.asyncProperty(pick, mutations, async ([endpoint, parameter, make], changes) => {
        const { xml, query } = make();
        const made = Buffer.from(applied(xml, changes)).toString('base64');
        await post(endpoint, { [parameter]: made });
        // Clients send no `#`: it ends a query.
        await get(
          endpoint,
          encodeURI(applied(query, changes).toWellFormed()).replaceAll('%25', '%').replaceAll('#', ''),
        );
      }),
      { numRuns: Math.ceil(runs / 2) },
    );

    expect(await state(service)).toEqual(before);
    const kept = await service.sql<{ orgId: string; id: string; provider: string; asked: Buffer }>(
      `select org_id as "orgId", id, service_provider_id as provider, asked from saml_requests where answered_at is null`,
    );
    expect(kept.length).toBeGreaterThan(0);
    const known = new Map([provider, trusting].map(({ id, acsUrl }) => [id, acsUrl]));
    for (const { provider: of, ...row } of kept) expect(openSignOn(vault, row)?.acsUrl).toBe(known.get(of));
    // Most messages come as far as the signatures. A change that only breaks the XML would prove little.
    expect(seen.count('SAML_SIGNATURE_INVALID'), JSON.stringify(seen.counts)).toBeGreaterThan(runs / 2);
  });
});
