import { describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { withApp } from '../../support/access-users.ts';
import { aPerson } from '../../support/person.ts';
import {
  aServiceProvider,
  aVisitor,
  answerIn,
  redirectPath,
  responseIn,
  signInOn,
} from '../../support/saml-sign-on.ts';
import { besides } from '../../support/second-factors.ts';

const denied = 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied';

describe('a SAML sign-on', () => {
  test('is denied by its status for a signed-in user if a policy blocks the user', async ({ service }) => {
    const { ours } = service;
    const party = await aServiceProvider(ours);
    const { email, visitor } = await aVisitor(service);
    const first = await signInOn(visitor, await visitor.open(await redirectPath(party)), email);
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(first).fields);
    expect(profile?.nameID).toBeTruthy();
    await anAccessPolicy(ours, { conditions: { applications: { include: [party.id] } } });
    const page = await visitor.open(await redirectPath(party));
    expect(responseIn(page)).toContain(denied);
    expect(responseIn(page)).not.toContain('Assertion ');
    const other = await aServiceProvider(ours);
    expect(responseIn(await visitor.open(await redirectPath(other)))).toContain('Assertion ');
  });

  test('leads through the missing second factor, and back to the service provider', async ({ service }) => {
    const { ours, origin } = service;
    const domain = await besides(service);
    const party = await aServiceProvider(ours);
    const { email, nextCode } = await withApp(service, domain);
    await domain.close();
    await anAccessPolicy(ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      conditions: { applications: { include: [party.id] } },
    });
    const visitor = aPerson(origin);
    const page = await signInOn(visitor, await visitor.open(await redirectPath(party)), email);
    expect(page.text).toContain('name="otp"');
    const end = await visitor.send(page, { otp: nextCode() });
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(end).fields);
    expect(profile?.nameID).toBeTruthy();
  });

  test('is denied for a user who has no second factor', async ({ service }) => {
    const { ours } = service;
    const party = await aServiceProvider(ours);
    const { email, visitor } = await aVisitor(service);
    await signInOn(visitor, await visitor.open(await redirectPath(party)), email);
    await anAccessPolicy(ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      conditions: { applications: { include: [party.id] } },
    });
    expect(responseIn(await visitor.open(await redirectPath(party)))).toContain(denied);
  });

  test('is denied when a user whose sign-in was blocked goes back to the service provider', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours);
    const { email, visitor } = await aVisitor(service);
    await anAccessPolicy(service.ours, { conditions: { applications: { include: [party.id] } } });
    const page = await signInOn(visitor, await visitor.open(await redirectPath(party)), email);
    expect([page.status, page.title]).toEqual([403, 'Sign-in blocked']);
    const link = /href="([^"]+denied=1)"/.exec(page.text)?.[1] ?? '';
    expect(responseIn(await visitor.open(link))).toContain(denied);
  });
});

describe('an application that is opened on the account page', () => {
  test('is not opened for a user if a policy blocks the user', async ({ service }) => {
    const { ours } = service;
    const party = await aServiceProvider(ours, { idpInitiated: true });
    const { email, visitor } = await aVisitor(service);
    await visitor.signIn(ours.orgId ?? '', email, 'vivid-harbor-cello-42');
    await anAccessPolicy(ours, { conditions: { applications: { include: [party.id] } } });
    const page = await visitor.open(`/account/${ours.orgId}?section=applications`);
    const refused = await visitor.send(page, {}, '/applications/start');
    expect([refused.status, refused.text.includes('SAMLResponse')]).toEqual([403, false]);
  });
});
