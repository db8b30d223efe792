import { describe, expect } from 'vitest';
import { hostileQueries, wrongForms } from '../../support/hostile-bindings.ts';
import { hostileHeaders, hostileWishes } from '../../support/hostile-contents.ts';
import { hostileDocuments } from '../../support/hostile-documents.ts';
import {
  aSigningProvider,
  type Attacked,
  attackedSignOn,
  type Binding,
  changesNobody,
  queryOf,
  sendMessage,
  signedMessage,
  wrongAnswers,
} from '../../support/hostile-saml.ts';
import { hostileSignatures } from '../../support/hostile-signatures.ts';
import type { Person, Seen } from '../../support/person.ts';
import { assertionIn, goodResponse } from '../../support/saml-messages.ts';
import { answerIn, aServiceProvider, aVisitor, password, redirectPath } from '../../support/saml-sign-on.ts';
import { test, type TestService } from '../../support/service.ts';

/** A service provider with a user who is signed in at it. The browser of the user brings the hostile messages. */
async function aTarget(service: TestService) {
  const provider = await aSigningProvider(service.ours);
  const party = await aServiceProvider(service.ours);
  const { email, visitor } = await aVisitor(service);
  await visitor.signIn(service.ours.orgId ?? '', email, password);
  answerIn(await visitor.open(await redirectPath(party)));
  return { provider, attacked: attackedSignOn(provider), party, visitor };
}

/** A message that is changed first and signed then: only what it says is wrong. */
const send = (visitor: Person, attacked: Attacked, binding: Binding, xml: string): Promise<Seen> =>
  sendMessage(visitor, attacked, binding, binding === 'POST' ? signedMessage(xml) : xml);

const both = ['POST', 'redirect'] as const;

describe('startSamlSignOn', () => {
  test('rejects hostile queries, and leaves all sessions as they were', async ({ service }) => {
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

describe('postSamlSignOn', () => {
  test('rejects forged signatures in all published shapes, and leaves all sessions as they were', async ({
    service,
  }) => {
    const { attacked, visitor } = await aTarget(service);
    const assertion = assertionIn(await goodResponse());
    await changesNobody(service, visitor, async () => {
      const cases = hostileSignatures.map(([what, make, expected]) => {
        const ask = (): Promise<Seen> => {
          const bare = attacked.bare();
          const captured = { bare, signed: signedMessage(bare), forge: attacked.forged, assertion };
          return sendMessage(visitor, attacked, 'POST', make(captured));
        };
        return [what, ask, expected] as const;
      });
      expect(await wrongAnswers(cases)).toEqual([]);
    });
  });

  test('rejects hostile forms, and leaves all sessions as they were', async ({ service }) => {
    const { attacked, visitor } = await aTarget(service);
    await changesNobody(service, visitor, async () => {
      expect(await wrongForms(service, { attacked, visitor })).toEqual([]);
    });
  });
});

describe('both bindings', () => {
  test.for(both)(
    '%s: rejects hostile documents, and leaves all sessions as they were',
    async (binding, { service }) => {
      const { attacked, visitor } = await aTarget(service);
      await changesNobody(service, visitor, async () => {
        const cases = hostileDocuments.map(([what, change, expected]) => {
          const xml = (): string => (binding === 'POST' ? signedMessage(attacked.bare()) : attacked.bare());
          const ask = (): Promise<Seen> => sendMessage(visitor, attacked, binding, change(xml()));
          // Inflating stops at the limit.
          const rule = binding === 'redirect' && expected === 'too-large' ? 'deflate' : expected;
          return [what, ask, rule] as const;
        });
        expect(await wrongAnswers(cases)).toEqual([]);
      });
    },
  );

  test.for(both)(
    '%s: rejects hostile content, and leaves all sessions as they were',
    async (binding, { service }) => {
      const { attacked, visitor } = await aTarget(service);
      await changesNobody(service, visitor, async () => {
        const cases = [...hostileHeaders(service), ...hostileWishes].map(([what, change, expected]) => {
          const ask = (): Promise<Seen> => send(visitor, attacked, binding, change(attacked.bare()));
          return [what, ask, expected] as const;
        });
        expect(await wrongAnswers(cases)).toEqual([]);
      });
    },
  );
});
