import { answerPage } from '../../sign-in/pages/answer.ts';
import { type Handlers, handlersOf, type Pages, type Sent } from '../../operation.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import { pageHeaders } from '../../platform/pages/headers.ts';
import type { PageView } from '../../platform/pages/view.ts';
import { postParameters, receivePost } from '../../saml-messages/receive/post.ts';
import type { Received } from '../../saml-messages/receive/received.ts';
import { receiveRedirect } from '../../saml-messages/receive/redirect.ts';
import { requestLimits } from '../../saml-messages/xml/strict.ts';
import { arrivedFrom } from '../arrived.ts';
import { idpEntityId, sloLocation } from '../idp-metadata.ts';
import { logoutPath } from '../logout-endings.ts';
import { type Carried, carried } from '../../saml-messages/build/carried.ts';
import { decideLogout, type LogoutStage, stageOf, waitMs } from '../logouts.ts';
import { logoutEndPage, logoutQuestionPage, logoutWaitingPage } from '../pages/logout.ts';
import { rawQueryOf } from '../../saml-messages/receive/raw-query.ts';
import { receiveLogout } from '../receive-logout.ts';
import {
  namedBy,
  tenantOf,
  tokenOf,
  viewIn,
  hosted,
  type HostedCall,
  type HostedPage,
  type HostedParts,
} from '../../sign-in/hosted.ts';

/** The page has a name that cannot be guessed, and messages to service providers. */
const headers = { 'Cache-Control': 'no-store' };

const noContent: Hosted = { status: 204, body: undefined, headers, cookies: [] };

type LogoutCall = HostedCall & { path: { orgId: string; logoutId: string } };

/** Returns the cookie of the browser, the vault and our entity id, which every call has. */
const siteOf = (call: HostedCall) => ({
  token: tokenOf(call),
  vault: call.vault,
  issuer: idpEntityId(call.baseUrl, call.path.orgId),
});

/** Ends the logins, and sends the browser on by GET: a form of another site brings no cookies (SAML bindings section 3.5.4). */
async function receive(call: HostedCall, read: () => Received): Promise<Hosted> {
  const { baseUrl, origin, vault, wired } = call;
  const { orgId } = call.path;
  const tenant = await tenantOf(call);
  const arrived = arrivedFrom(read);
  const site = { sloUrl: sloLocation(baseUrl, orgId), issuer: idpEntityId(baseUrl, orgId), origin, vault };
  const begun = await call.inTenant(tenant, (tx) =>
    receiveLogout(tx, arrived, { ...site, endings: wired.endings }),
  );
  if ('failure' in begun) throw begun.failure;
  return begun.value === undefined ? noContent : redirect(logoutPath(orgId, begun.value));
}

async function show(call: LogoutCall): Promise<Hosted> {
  const { logoutId } = call.path;
  const { stage, view } = await call.inTenant(namedBy(call), async (tx) => ({
    stage: await stageOf(tx, logoutId, siteOf(call)),
    view: await viewIn(tx, call),
  }));
  if (stage.kind === 'waiting') return waitingPage(call, view, stage);
  if (stage.kind === 'end') return endPage(call, view, stage);
  const action = logoutPath(call.path.orgId, logoutId);
  const { csrf, provider } = stage;
  return page(logoutQuestionPage(view, { action, csrf, client: provider.name }), { headers });
}

type Stage<Kind> = Extract<LogoutStage, { kind: Kind }>;

/** Only addresses that this page has frames for are allowed, and ours, which the responses come back to. */
function waitingPage(
  { path }: Pick<LogoutCall, 'path'>,
  view: PageView,
  { names, frames }: Stage<'waiting'>,
): Hosted {
  const here = logoutPath(path.orgId, path.logoutId);
  const shown = frames.map(({ providerName, request }) => ({
    client: providerName,
    carried: carried(request),
  }));
  const origins = new Set(frames.map(({ request }) => new URL(request.destination).origin));
  const policy = `${pageHeaders['Content-Security-Policy']}; frame-src 'self' ${[...origins].join(' ')}`;
  return page(logoutWaitingPage(view, { names, frames: shown, here }), {
    headers: {
      ...headers,
      'Content-Security-Policy': policy.trimEnd(),
      Refresh: `${frames.length > 0 ? waitMs / 1000 : 1}; url=${here}`,
    },
  });
}

/** A user who is signed out everywhere goes on at once. Others must see where they are still signed in. */
function endPage(
  { path: { orgId } }: Pick<LogoutCall, 'path'>,
  view: PageView,
  { told, missed, isRefused, asker, nextUrl }: Stage<'end'>,
): Hosted {
  const message = asker?.response && carried(asker.response);
  const to: Carried | undefined = message ?? (nextUrl === null ? undefined : { url: nextUrl });
  if (to && (missed.length === 0 || isRefused)) {
    if ('url' in to) return redirect(to.url, { headers: { ...headers, 'Referrer-Policy': 'no-referrer' } });
    return page(answerPage(view, { ...to, client: { name: asker?.name ?? '' } }), { headers });
  }
  const next = to && { client: asker?.name, carried: to };
  return page(logoutEndPage(view, { orgId, told, missed, isRefused, next }), { headers });
}

type Family = 'startSamlLogout' | 'postSamlLogout' | 'showSamlLogout' | 'submitSamlLogout';

const pages: Pick<Pages<'saml-protocol', HostedPage & { request: { sent: Sent } }>, Family> = {
  startSamlLogout: (call) => receive(call, () => receiveRedirect(rawQueryOf(call.here), requestLimits)),
  postSamlLogout: (call) =>
    receive(call, () => receivePost(postParameters(call.request.sent.rawBody), requestLimits)),
  showSamlLogout: show,
  async submitSamlLogout(call) {
    const { path, body, origin, wired } = call;
    const decision = { csrf: body.csrf, isWanted: body.logout === 'yes' };
    await call.inTenant(namedBy(call), (tx) =>
      decideLogout(tx, path.logoutId, decision, { ...siteOf(call), endings: wired.endings, origin }),
    );
    return redirect(logoutPath(path.orgId, path.logoutId));
  },
};

export const routes = (parts: HostedParts): Pick<Handlers<'saml-protocol'>, Family> =>
  handlersOf(pages, hosted(parts, {}));
