import { type SignOnCounter, outcomeOf } from '../sign-on-trail.ts';
import type { FindBranding } from '../../users/sql/auth-config.ts';
import { type Asked, type Handlers, handlersOf, type Pages, type Sent } from '../../operation.ts';
import { Failure } from '../../failure.ts';
import { type Hosted, redirect } from '../../platform/pages/answers.ts';
import { postParameters, receivePost } from '../../saml-messages/receive/post.ts';
import type { Received } from '../../saml-messages/receive/received.ts';
import { receiveRedirect } from '../../saml-messages/receive/redirect.ts';
import { requestLimits } from '../../saml-messages/xml/strict.ts';
import { arrivedFrom } from '../arrived.ts';
import { idpEntityId, idpMetadata } from '../idp-metadata.ts';
import { openSamlKey, samlKeys } from '../saml-keys.ts';
import { receiveSignOn } from '../receive-sign-on.ts';
import { rawQueryOf } from '../../saml-messages/receive/raw-query.ts';
import { answerWithForm } from '../sign-on-pages.ts';
import { decideSignOn } from '../sign-on.ts';
import {
  cookiesOf,
  signInPath,
  namedBy,
  tenantOf,
  tokenOf,
  viewIn,
  hosted,
  type HostedCall,
  type HostedPage,
  type HostedParts,
} from '../../sign-in/hosted.ts';

const pathOf = (orgId: string): string => `/api/saml/${orgId}/sso`;

/**
 * Keeps a verified request, and sends the browser on by GET: a form of another site brings no cookies, a GET does (SAML
 * bindings section 3.5.4).
 */
async function keep(call: HostedCall, receive: () => Received): Promise<Hosted> {
  const path = pathOf(call.path.orgId);
  const tenant = await tenantOf(call);
  const arrived = arrivedFrom(receive);
  const site = { ssoUrl: `${call.baseUrl}${path}`, requestId: call.requestId, vault: call.vault };
  const kept = await call.inTenant(tenant, (tx) => receiveSignOn(tx, arrived, site));
  if ('failure' in kept) throw kept.failure;
  return redirect(`${path}/${kept.value}`);
}

/** Signs the user in, or takes the browser back to the service provider with a response. */
async function answerSignOn(call: Made & Asked<'finishSamlSignOn'>): Promise<Hosted> {
  const { orgId, requestId } = call.path;
  const { answer, view, leads } = await call.inTenant(namedBy(call), async (tx) => {
    const decision = await decideSignOn(tx, requestId, {
      ...call,
      path: `${pathOf(orgId)}/${requestId}`,
      token: tokenOf(call),
      isDenied: call.query.denied !== undefined,
      issuer: idpEntityId(call.baseUrl, orgId),
    });
    if (decision.kind === 'answer') return { answer: decision, view: await viewIn(tx, call) };
    const cookies = cookiesOf(decision.browser, call.baseUrl);
    return { leads: redirect(signInPath(orgId, decision.id), { cookies }) };
  });
  if (leads) return leads;
  call.signOns.signedOn('service_provider', outcomeOf(answer.status));
  // Signed after the commit: a request has one response, and no transaction waits for a signature.
  return answerWithForm(answer, view, 'back');
}

type PageFamily = 'startSamlSignOn' | 'postSamlSignOn' | 'finishSamlSignOn';

/** The parts that the pages get besides the parameters of their operations. */
type Made = HostedPage & { request: { sent: Sent }; signOns: SignOnCounter };

const pages: Pick<Pages<'saml-protocol', Made>, PageFamily> = {
  startSamlSignOn: (call) => keep(call, () => receiveRedirect(rawQueryOf(call.here), requestLimits)),
  postSamlSignOn: (call) =>
    keep(call, () => receivePost(postParameters(call.request.sent.rawBody), requestLimits)),
  finishSamlSignOn: answerSignOn,
};

interface Parts extends HostedParts {
  findBranding: FindBranding;
  signOns: SignOnCounter;
}

export const routes = (parts: Parts): Pick<Handlers<'saml-protocol'>, PageFamily | 'getSamlMetadata'> => {
  const { baseUrl, findBranding, findTenant, signOns, vault } = parts;
  return {
    ...handlersOf(pages, hosted(parts, { signOns })),

    async getSamlMetadata({ path: { orgId }, inTenant }) {
      const tenant = await findTenant(orgId);
      if (!tenant) throw new Failure('ORGANIZATION_NOT_FOUND');
      const branding = await findBranding(orgId);
      const { key, certificates } = await inTenant(tenant, async (tx) => {
        const keys = await samlKeys(tx, vault);
        const [active] = keys;
        if (!active) throw new Error(`the tenant ${orgId} has no SAML key`);
        const published = keys.map(({ certificate }) => certificate);
        return { key: await openSamlKey(tx, vault, active), certificates: published };
      });
      const { displayName: name = orgId, logoUri = null } = branding ?? {};
      const body = idpMetadata({ baseUrl: baseUrl(), orgId, name, logoUri }, certificates, key);
      const headers = { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' };
      return { status: 200, body, headers, cookies: [] };
    },
  };
};
