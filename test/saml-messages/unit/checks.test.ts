import { describe, expect, test } from 'vitest';
import { buildLogoutResponse } from '../../../src/saml-messages/build/logout.ts';
import {
  checkAuthnRequest,
  checkLogoutRequest,
  checkLogoutResponse,
  checkResponse,
  type Expected,
} from '../../../src/saml-messages/checks.ts';
import { SamlMessageError } from '../../../src/saml-messages/error.ts';
import { bearer, statusCodes } from '../../../src/saml-messages/names.ts';
import { type AuthnRequest, readAuthnRequest } from '../../../src/saml-messages/read/authn-request.ts';
import { readLogoutRequest, readLogoutResponse } from '../../../src/saml-messages/read/logout.ts';
import { type Response, readResponse } from '../../../src/saml-messages/read/response.ts';
import { accept } from '../../../src/saml-messages/verify/accepted.ts';
import { acceptResponse } from '../../../src/saml-messages/verify/response.ts';
import {
  acs,
  goodAuthnRequest,
  goodLogoutRequest,
  goodResponse,
  idp,
  inSeconds,
  now,
  partner,
  posted,
  ruleBrokenBy,
  slo,
  sp,
  sso,
} from '../../support/saml-messages.ts';

const trust = { certificates: [partner.trusted], requireSignature: true };
const expected = (more: Partial<Expected> = {}): Expected => ({
  now,
  issuer: sp,
  receivedAt: [sso],
  skewSeconds: 60,
  maxAgeSeconds: 300,
  ...more,
});

const request = readAuthnRequest(accept(posted(goodAuthnRequest()), 'AuthnRequest', trust));
const logout = readLogoutRequest(accept(posted(goodLogoutRequest()), 'LogoutRequest', trust));
const response = readResponse(
  await acceptResponse(posted(await goodResponse({ signResponse: true }), 'SAMLResponse'), {
    certificates: [partner.trusted],
  }),
);
const assertion = response.assertion ?? expect.unreachable();

describe('an AuthnRequest', () => {
  const cases: readonly [
    what: string,
    change: Partial<AuthnRequest>,
    expects: Partial<Expected>,
    rule: string | null,
  ][] = [
    ['as it was expected', {}, {}, null],
    ['from another issuer', { issuer: 'https://x.example' }, {}, 'issuer'],
    ['of an issuer in other letter case', { issuer: sp.toUpperCase() }, {}, 'issuer'],
    ['for another address', { destination: acs }, {}, 'destination'],
    ['for the address with a query', { destination: `${sso}?x=1` }, {}, 'destination'],
    ['for the second of our addresses', {}, { receivedAt: [slo, sso] }, null],
    ['without Destination, unsigned', { destination: undefined, isSigned: false }, {}, null],
    ['without Destination, signed', { destination: undefined }, {}, 'destination-missing'],
    ['without Destination, by SOAP', { destination: undefined, binding: 'soap' }, {}, null],
    ['that is 360 seconds old', {}, { now: inSeconds(360) }, null],
    ['that is 361 seconds old', {}, { now: inSeconds(361) }, 'too-old'],
    ['of 2019', { issueInstant: new Date('2019-01-01T00:00:00Z') }, {}, 'too-old'],
    ['from a clock that is 60 seconds ahead', {}, { now: inSeconds(-60) }, null],
    ['from a clock that is 61 seconds ahead', {}, { now: inSeconds(-61) }, 'in-the-future'],
  ];
  test.each(cases)('%s is judged', async (_what, change, expects, rule) => {
    const run = () => checkAuthnRequest({ ...request, ...change }, expected(expects));
    expect(await ruleBrokenBy(run)).toBe(rule ?? 'accepted: undefined');
  });
});

describe('a LogoutRequest', () => {
  test.each([
    ['as it was expected', {}, null],
    ['that ended a minute ago, within the skew', { notOnOrAfter: inSeconds(-59) }, null],
    ['that ended longer ago', { notOnOrAfter: inSeconds(-60) }, 'expired'],
    ['from another issuer', { issuer: idp }, 'issuer'],
  ] as const)('%s is judged', async (_what, change, rule) => {
    const run = () => checkLogoutRequest({ ...logout, ...change }, expected({ receivedAt: [slo] }));
    expect(await ruleBrokenBy(run)).toBe(rule ?? 'accepted: undefined');
  });
});

test('a LogoutResponse must answer the request', async () => {
  const xml = buildLogoutResponse(
    {
      id: '_answer',
      issuer: sp,
      issueInstant: now,
      destination: slo,
      inResponseTo: '_ours',
      status: { code: statusCodes.success, subcode: statusCodes.partialLogout, message: 'One is left' },
    },
    partner,
  );
  const message = readLogoutResponse(accept(posted(xml, 'SAMLResponse'), 'LogoutResponse', trust));
  expect(message.status).toEqual({
    code: statusCodes.success,
    subcode: statusCodes.partialLogout,
    message: 'One is left',
  });
  const judged = (inResponseTo: string) => () =>
    checkLogoutResponse(message, { ...expected({ receivedAt: [slo] }), inResponseTo });
  expect(await ruleBrokenBy(judged('_ours'))).toBe('accepted: undefined');
  expect(await ruleBrokenBy(judged('_other'))).toBe('in-response-to');
});

describe('a response', () => {
  const [confirmation = expect.unreachable()] = assertion.confirmations;
  const [statement = expect.unreachable()] = assertion.authnStatements;
  const confirmed = (change: object): Partial<Response> => ({
    assertion: { ...assertion, confirmations: [{ ...confirmation, ...change }] },
  });
  const conditioned = (change: object): Partial<Response> => ({
    assertion: { ...assertion, conditions: { ...assertion.conditions, ...change } as never },
  });
  const cases: readonly [what: string, change: Partial<Response>, rule: string | null][] = [
    ['as it was expected', {}, null],
    ['from another issuer', { issuer: sp }, 'issuer'],
    ['without an issuer of its own', { issuer: undefined }, null],
    ['for another address', { destination: sso }, 'destination'],
    ['to another request', { inResponseTo: '_other' }, 'in-response-to'],
    ['to no request', { inResponseTo: undefined }, 'in-response-to'],
    ['with a failure and an assertion', { status: { code: statusCodes.responder } }, 'status'],
    ['with a second-level code at the top', { status: { code: statusCodes.partialLogout } }, 'status'],
    ['without an assertion', { assertion: undefined }, 'assertion-count'],
    ['with an assertion of another issuer', { assertion: { ...assertion, issuer: sp } }, 'issuer'],
    [
      'with an assertion that is too old',
      { assertion: { ...assertion, issueInstant: inSeconds(-361) } },
      'too-old',
    ],
    ['without Conditions', { assertion: { ...assertion, conditions: undefined as never } }, 'conditions'],
    ['that is not valid yet', conditioned({ notBefore: inSeconds(61) }), 'not-yet-valid'],
    ['that is valid within the skew', conditioned({ notBefore: inSeconds(60) }), null],
    ['whose conditions have ended', conditioned({ notOnOrAfter: inSeconds(-60) }), 'expired'],
    ['for another audience', conditioned({ audiences: [['https://x.example']] }), 'audience'],
    ['for two audiences, one of them ours', conditioned({ audiences: [['https://x.example', sp]] }), null],
    [
      'with two restrictions, one of them not for us',
      conditioned({ audiences: [[sp], ['https://x.example']] }),
      'audience',
    ],
    ['without an audience', conditioned({ audiences: [] }), 'audience'],
    ['with a confirmation for another address', confirmed({ recipient: sso }), 'subject-confirmation'],
    ['with a confirmation without an address', confirmed({ recipient: undefined }), 'subject-confirmation'],
    [
      'with a confirmation that has ended',
      confirmed({ notOnOrAfter: inSeconds(-60) }),
      'subject-confirmation',
    ],
    ['with a confirmation without an end', confirmed({ notOnOrAfter: undefined }), 'subject-confirmation'],
    ['with a confirmation that has a start', confirmed({ notBefore: inSeconds(-1) }), 'subject-confirmation'],
    [
      'with a confirmation for another request',
      confirmed({ inResponseTo: '_other' }),
      'subject-confirmation',
    ],
    ['with a confirmation for no request', confirmed({ inResponseTo: undefined }), 'subject-confirmation'],
    [
      'with a confirmation by a key',
      confirmed({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }),
      'subject-confirmation',
    ],
    ['without a confirmation', { assertion: { ...assertion, confirmations: [] } }, 'subject-confirmation'],
    [
      'with one valid confirmation among others',
      {
        assertion: { ...assertion, confirmations: [{ method: bearer }, confirmation] },
      },
      null,
    ],
    ['without an AuthnStatement', { assertion: { ...assertion, authnStatements: [] } }, 'authn-statement'],
    [
      'whose session has ended',
      {
        assertion: { ...assertion, authnStatements: [{ ...statement, sessionNotOnOrAfter: inSeconds(-60) }] },
      },
      'session-ended',
    ],
  ];
  test.each(cases)('%s is judged', async (_what, change, rule) => {
    const run = () =>
      checkResponse(
        { ...response, ...change },
        { ...expected({ issuer: idp, receivedAt: [acs] }), audience: sp, inResponseTo: '_request' },
      );
    expect(await ruleBrokenBy(run)).toBe(rule ?? 'accepted: undefined');
  });
});

test('an error names its rule, its step and what was found, cut to 200 characters', () => {
  const error = new SamlMessageError('destination', `https://x.example/\ud800${'y'.repeat(300)}`);
  expect(error.step).toBe('check');
  expect(error.found).toHaveLength(200);
  expect(error.message).toMatch(
    /^Destination is not the URL that received the message\. Found: https:\/\/x\.example\/\ufffdy+$/,
  );
});
