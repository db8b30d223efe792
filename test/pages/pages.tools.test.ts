import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countCalls } from '../support/called.ts';
import { aBrowser } from '../support/devtools.ts';
import { lacks, programOf } from '../support/programs.ts';
import type { TestService } from '../support/service.ts';
import { hosted, reader } from '../contract/enumerate.ts';
import { accountTour } from './tours/account.ts';
import { applicationTour, deviceTour } from './tours/applications.ts';
import { errorTour, oidcErrorTour } from './tours/errors.ts';
import { accessPassTour, blockedTour, factorTour, requiredFactorTour } from './tours/factors.ts';
import { federationTour, testSignInTour } from './tours/federation.ts';
import { federationSamlTour } from './tours/federation-saml.ts';
import { linkTour, invitationTour, resetTour } from './tours/links.ts';
import { passkeyEnrolmentTour, passkeyTour } from './tours/passkeys.ts';
import { passwordTour } from './tours/password.ts';
import { registrationTour } from './tours/registration.ts';
import { applicationListTour, samlTour } from './tours/saml.ts';
import { samlLogoutTour } from './tours/saml-logout.ts';
import { setupSamlTour, setupTour } from './tours/setup.ts';
import { socialTour } from './tours/social.ts';
import { startTour } from './tours/start.ts';
import { type Look, startForVisits, type Tour, visiting } from './visit.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const hint = 'pages are looked at only with Chromium (Debian: apt-get install chromium)';
const openPage = aBrowser(chromium);

const tours: Record<string, Tour> = {
  start: startTour,
  password: passwordTour,
  factors: factorTour,
  'required-factor': requiredFactorTour,
  'access-pass': accessPassTour,
  blocked: blockedTour,
  passkeys: passkeyTour,
  'passkey-enrolment': passkeyEnrolmentTour,
  links: linkTour,
  reset: resetTour,
  invitation: invitationTour,
  registration: registrationTour,
  account: accountTour,
  social: socialTour,
  federation: federationTour,
  'federation-saml': federationSamlTour,
  setup: setupTour,
  'setup-saml': setupSamlTour,
  'test-sign-in': testSignInTour,
  applications: applicationTour,
  saml: samlTour,
  'saml-logout': samlLogoutTour,
  'application-list': applicationListTour,
  devices: deviceTour,
  errors: errorTour,
  'oidc-errors': oidcErrorTour,
};

/** Operations whose answer is a page; those that only lead on show pages of others, or errors. */
const showing = hosted.filter(({ responses }) => {
  const { content = {} } = reader.follow(responses['200'] ?? {});
  return 'text/html' in content;
});

describe.skipIf(lacks(chromium, hint))('axe finds nothing', { timeout: 120_000 }, () => {
  const looks: Look[] = [];
  let service: TestService;
  let calls: Awaited<ReturnType<typeof countCalls>>;
  // The default of hooks is 10 s. The service starts in two, but on a busy machine it takes longer.
  const hookTimeout = 120_000;
  beforeAll(async () => {
    calls = await countCalls();
    service = await startForVisits();
  }, hookTimeout);
  afterAll(async () => {
    await service.stop();
    await calls.stop();
  }, hookTimeout);

  test.for(Object.entries(tours))('on the pages of the tour %s', async ([name, tour]) => {
    const page = await openPage('about:blank');
    const first = looks.length;
    await tour(await visiting(service, page, { tour: name, looks }));
    expect(looks.slice(first).flatMap(({ found }) => found)).toEqual([]);
    // An answer of 4xx is told on the console, too.
    expect(page.complaints().filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  });

  test('and the tours visit every operation of the contract that shows a page', () => {
    const unseen = showing.filter(({ method, path }) => {
      const shape = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return !looks.some((look) => look.method === method && shape.test(look.path));
    });
    expect(unseen.map(({ id }) => id)).toEqual([]);
  });

  test('and the tours call every page function of src', async () => {
    const written = [...(await calls.calledIn(/\/src\/.*\/pages\//))].filter(([name]) =>
      /(Page|Section)$/.test(name),
    );
    expect(written.length).toBeGreaterThan(30);
    expect(written.filter(([, called]) => !called).map(([name]) => name)).toEqual([]);
  });
});
