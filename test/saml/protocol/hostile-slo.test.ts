import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { buildLogoutRequest } from '../../../src/saml-messages/build/logout.ts';
import { hostileQueries, wrongForms } from '../../support/hostile-bindings.ts';
import { hostileHeaders } from '../../support/hostile-contents.ts';
import { hostileDocuments } from '../../support/hostile-documents.ts';
import {
  type Attacked,
  changesNobody,
  queryOf,
  sendMessage,
  signedMessage,
  wrongAnswers,
} from '../../support/hostile-saml.ts';
import { hostileSignatures } from '../../support/hostile-signatures.ts';
import type { Seen } from '../../support/person.ts';
import { aLogoutParty, joined, logoutContent } from '../../support/saml-logout.ts';
import { assertionIn, goodResponse, partner } from '../../support/saml-messages.ts';
import { answerIn, aVisitor, password, redirectPath } from '../../support/saml-sign-on.ts';
import { test, type TestService } from '../../support/service.ts';
import { drawn } from '../../support/thorough.ts';

// LogoutRequests in the shapes that `hostile-messages.test.ts` sends as AuthnRequests: each would end the session of the user.

/** A user at a service provider, whose browser brings the messages. */
async function aTarget(service: TestService) {
  const party = await aLogoutParty(service.ours, {}, { key: partner });
  const { email, visitor } = await aVisitor(service);
  await visitor.signIn(service.ours.orgId ?? '', email, password);
  const profile = await joined(visitor, party);
  const response = Buffer.from(
    answerIn(await visitor.open(await redirectPath(party))).fields['SAMLResponse'] ?? '',
    'base64',
  ).toString();
  const attacked: Attacked = {
    endpoint: party.slo,
    bare: () => buildLogoutRequest(logoutContent(party, profile), 'by-query'),
    forged: (xml) => xml.replace(`>${profile.nameID}<`, `>${randomUUID()}<`),
  };
  return { attacked, visitor, ownAssertion: assertionIn(response) };
}

/** Some of the forged messages have the ID of the captured assertion. */
const withIdOf = (assertion: string, xml: string): string =>
  xml.replace(' ID="_assertion"', / ID="[^"]*"/.exec(assertion)?.[0] ?? '');

const both = ['POST', 'redirect'] as const;

/** The gate sends half of the cases by each binding. Both bindings have one reader. */
const some = <Case>(cases: readonly Case[], binding: string): readonly Case[] =>
  drawn(cases, Math.ceil(cases.length / 2), `hostile logout by ${binding}`);

describe('startSamlLogout', () => {
  test('rejects hostile queries, and ends no session', async ({ service }) => {
    const { attacked, visitor } = await aTarget(service);
    const path = new URL(attacked.endpoint).pathname;
    await changesNobody(service, visitor, async () => {
      const cases = hostileQueries.map(([what, change, expected]) => {
        const ask = (): Promise<Seen> => {
          const xml = attacked.bare();
          return visitor.get(`${path}?${change(queryOf(xml, 'here'), xml)}`);
        };
        return [what, ask, expected] as const;
      });
      expect(await wrongAnswers(cases)).toEqual([]);
    });
  });
});

describe('postSamlLogout', () => {
  test('rejects forged signatures, also of captured assertions, and ends no session', async ({ service }) => {
    const { attacked, visitor, ownAssertion } = await aTarget(service);
    const foreign = assertionIn(await goodResponse());
    await changesNobody(service, visitor, async () => {
      const cases = [foreign, ownAssertion].flatMap((assertion) =>
        hostileSignatures
          .filter(([what]) => assertion === foreign || what.includes('captured assertion'))
          .map(([what, make, expected]) => {
            const ask = (): Promise<Seen> => {
              const bare = attacked.bare();
              const captured = { bare, signed: signedMessage(bare), forge: attacked.forged, assertion };
              return sendMessage(visitor, attacked, 'POST', withIdOf(assertion, make(captured)));
            };
            return [what, ask, expected] as const;
          }),
      );
      expect(await wrongAnswers(cases)).toEqual([]);
    });
  });

  test('rejects hostile forms, and ends no session', async ({ service }) => {
    const { attacked, visitor } = await aTarget(service);
    await changesNobody(service, visitor, async () => {
      expect(await wrongForms(service, { attacked, visitor })).toEqual([]);
    });
  });
});

describe('a LogoutRequest by both bindings', () => {
  test.for(both)(
    '%s: is rejected as a hostile document, and ends no session',
    async (binding, { service }) => {
      const { attacked, visitor } = await aTarget(service);
      await changesNobody(service, visitor, async () => {
        const cases = some(hostileDocuments, binding).map(([what, change, expected]) => {
          const xml = (): string => (binding === 'POST' ? signedMessage(attacked.bare()) : attacked.bare());
          const ask = (): Promise<Seen> => sendMessage(visitor, attacked, binding, change(xml()));
          const rule = binding === 'redirect' && expected === 'too-large' ? 'deflate' : expected;
          return [what, ask, rule] as const;
        });
        expect(await wrongAnswers(cases)).toEqual([]);
      });
    },
  );

  test.for(both)('%s: is rejected for hostile content, and ends no session', async (binding, { service }) => {
    const { attacked, visitor } = await aTarget(service);
    await changesNobody(service, visitor, async () => {
      const cases = some(hostileHeaders(service), binding).map(([what, change, expected]) => {
        const ask = (): Promise<Seen> => {
          const xml = change(attacked.bare());
          return sendMessage(visitor, attacked, binding, binding === 'POST' ? signedMessage(xml) : xml);
        };
        return [what, ask, expected] as const;
      });
      expect(await wrongAnswers(cases)).toEqual([]);
    });
  });
});
