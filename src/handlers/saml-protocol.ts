import type { Call, Handlers } from '../operation.ts';
import { Failure } from '../failure.ts';
import { isId } from '../lib/id.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import { postParameters, receivePost } from '../saml-messages/receive/post.ts';
import type { Received } from '../saml-messages/receive/received.ts';
import { receiveRedirect } from '../saml-messages/receive/redirect.ts';
import { requestLimits } from '../saml-messages/xml/strict.ts';
import { arrivedFrom } from '../saml/arrived.ts';
import { idpEntityId, idpMetadata } from '../saml/idp-metadata.ts';
import { openSamlKey, samlKeys } from '../saml/saml-keys.ts';
import { receiveSignOn } from '../saml/receive-sign-on.ts';
import { rawQueryOf } from '../saml/raw-query.ts';
import { answerWithForm } from '../saml/sign-on-pages.ts';
import { outcomeOf } from '../saml/sign-on-trail.ts';
import { decideSignOn } from '../saml/sign-on.ts';
import { cookiesOf, signInPath, namedBy, tenantOf, tokenOf, viewIn } from '../sign-in/hosted.ts';
import { samlLogout } from './saml-logout.ts';

const pathOf = (orgId: string): string => `/api/saml/${orgId}/sso`;

/**
 * Keeps a verified request, and sends the browser on by GET: a form of another site brings no cookies, a GET does (SAML
 * bindings section 3.5.4).
 */
async function keep(
  call: Pick<
    Call<'startSamlSignOn'>,
    'path' | 'baseUrl' | 'inTenant' | 'findTenant' | 'requestId' | 'vault'
  > &
    Parameters<typeof tenantOf>[0],
  receive: () => Received,
): Promise<Hosted> {
  const path = pathOf(call.path.orgId);
  const tenant = await tenantOf(call);
  const arrived = arrivedFrom(receive);
  const site = { ssoUrl: `${call.baseUrl}${path}`, requestId: call.requestId, vault: call.vault };
  const kept = await call.inTenant(tenant, (em) => receiveSignOn(em, arrived, site));
  if ('failure' in kept) throw kept.failure;
  return redirect(`${path}/${kept.value}`);
}

/** Signs the user in, or takes the browser back to the service provider with a response. */
async function answerSignOn(call: Call<'finishSamlSignOn'>): Promise<Hosted> {
  const { orgId, requestId } = call.path;
  const { answer, view, leads } = await call.inTenant(namedBy(call), async (em) => {
    const decision = await decideSignOn(em, requestId, {
      ...call,
      path: `${pathOf(orgId)}/${requestId}`,
      token: tokenOf(call),
      isDenied: call.query.denied !== undefined,
      issuer: idpEntityId(call.baseUrl, orgId),
    });
    if (decision.kind === 'answer') return { answer: decision, view: await viewIn(em, call) };
    const cookies = cookiesOf(decision.browser, call.baseUrl);
    return { leads: redirect(signInPath(orgId, decision.id), { cookies }) };
  });
  if (leads) return leads;
  call.signOns.signedOn('service_provider', outcomeOf(answer.status));
  // Signed after the commit: a request has one response, and no transaction waits for a signature.
  return answerWithForm(answer, view, 'back');
}

export const samlProtocol: Handlers<'saml-protocol'> = {
  async getSamlMetadata({ path: { orgId }, findTenant, inTenant, findBranding, vault, baseUrl }) {
    const tenant = isId('org', orgId) ? await findTenant(orgId) : undefined;
    if (!tenant) throw new Failure('ORGANIZATION_NOT_FOUND');
    const branding = await findBranding(orgId);
    const { key, certificates } = await inTenant(tenant, async (em) => {
      const keys = await samlKeys(em, vault);
      const [active] = keys;
      if (!active) throw new Error(`the tenant ${orgId} has no SAML key`);
      const published = keys.map(({ certificate }) => certificate);
      return { key: await openSamlKey(em, vault, active), certificates: published };
    });
    const { displayName: name = orgId, logoUri = null } = branding ?? {};
    const body = idpMetadata({ baseUrl, orgId, name, logoUri }, certificates, key);
    const headers = { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' };
    return { status: 200, body, headers, cookies: [] };
  },

  startSamlSignOn: (call) => keep(call, () => receiveRedirect(rawQueryOf(call.here), requestLimits)),
  postSamlSignOn: (call) => keep(call, () => receivePost(postParameters(call.rawBody), requestLimits)),
  finishSamlSignOn: answerSignOn,
  ...samlLogout,
};
