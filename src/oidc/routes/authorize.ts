import { prefersJson } from '../../lib/accept.ts';
import { wishedLocale } from '../../lib/locale.ts';
import { Failure } from '../../failure.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import { cookiesOf, type HostedPage, namedBy, signInPath, tokenOf, viewIn } from '../../sign-in/hosted.ts';
import { frontOf } from '../../sign-in/access.ts';
import { startSignIn } from '../../sign-in/sign-ins.ts';
import { openBrowser } from '../../users/sessions/browsers.ts';
import type { Limits, Sent } from '../../operation.ts';
import type { Refused } from '../client-document.ts';
import { allowsHost, type DocumentSetting } from '../document-setting.ts';
import { looksLikeAddress, problemOfAddress } from '../document-problem.ts';
import type { ReadDocument } from '../document-reading.ts';
import { keepDocument } from '../documents.ts';
import type { EngineInstance } from '../engine/engine.ts';
import { documentProblemPage } from '../pages/document-problem.ts';

/** The call of an authorization, as far as documents need it. */
type AuthorizeCall = HostedPage & {
  path: { orgId: string };
  query?: { form?: string };
  readDocument: ReadDocument;
  request: { sent: Sent; limits: Limits };
};

/**
 * Prepares an authorization of a client with a metadata document, so that the engine finds its row. Only a user who has signed in has a
 * document read. Where nothing may be asked of the user (`prompt=none`), the rows count that there are.
 * @returns what is answered in place of the engine; undefined if the engine answers, and 'read' if it answers by a row that is new
 * @throws {Failure} CLIENT_DOCUMENT_REFUSED to programs; {RateLimited}
 */
export async function prepareDocument(
  call: AuthorizeCall,
  instance: EngineInstance,
): Promise<Hosted | 'read' | undefined> {
  const asked = await askedIn(call, instance);
  const clientId = asked.get('client_id');
  const { documents } = instance;
  if (clientId === null || documents.mode === 'OFF' || !looksLikeAddress(clientId)) return undefined;
  const refused = refusalOfClient(clientId, documents);
  if (refused) return tell(call, refused);
  if (isQuiet(asked)) return undefined;
  const token = tokenOf(call);
  const login = token === undefined ? undefined : await instance.login(token, frontOf(call));
  if (!login) return signIn(call, asked);
  const known = await instance.document(clientId);
  if (known === 'fresh') return undefined;
  const { orgId } = call.path;
  await call.request.limits.document({ orgId, clientId, userId: login.userId, isKnown: known !== 'unknown' });
  const { loopbackRedirects } = documents;
  const read = await call.readDocument({ orgId, url: clientId, loopbackRedirects });
  if ('problem' in read) return tell(call, read);
  const isKept = await call.inTenant(namedBy(call), (tx) => keepDocument(tx, clientId, read));
  return isKept ? 'read' : tell(call, { problem: 'NO_ROOM' });
}

/** Whether nothing may be asked of the user. A request object or a pushed request may say otherwise than the parameter beside it. */
const isQuiet = (asked: URLSearchParams): boolean =>
  asked.get('prompt')?.split(' ').includes('none') === true &&
  !asked.has('request') &&
  !asked.has('request_uri');

/** Refuses a client by its address alone. No document is read for it. */
function refusalOfClient(clientId: string, documents: DocumentSetting): Refused | undefined {
  const problem = problemOfAddress(clientId);
  if (problem !== undefined) return { problem };
  return allowsHost(documents, new URL(clientId).host) ? undefined : { problem: 'HOST_NOT_ALLOWED' };
}

/** Refuses a form that is not kept, because its client has an address that is wrong. @returns undefined for other clients */
export async function refuseForm(
  call: AuthorizeCall,
  { documents }: EngineInstance,
  clientId: unknown,
): Promise<Hosted | undefined> {
  if (typeof clientId !== 'string' || documents.mode === 'OFF' || !looksLikeAddress(clientId))
    return undefined;
  const refused = refusalOfClient(clientId, documents);
  return refused && tell(call, refused);
}

/** The parameters of the request, or of the form that was kept for it. */
async function askedIn(
  { query, request }: AuthorizeCall,
  { forms }: EngineInstance,
): Promise<URLSearchParams> {
  const kept = query?.form === undefined ? request.sent.rawQuery : await forms.find(query.form);
  return new URLSearchParams(kept);
}

/** Has the user sign in first, to no application. The name that a stranger wrote is shown to users of the organization alone. */
async function signIn(call: AuthorizeCall, asked: URLSearchParams): Promise<Hosted> {
  const { here } = call;
  if (here === undefined) throw new Error('an authorization came by another method than GET');
  const loginHint = asked.get('login_hint');
  const domainHint = asked.get('domain_hint');
  const locale = call.chosenLocale ?? wishedLocale(asked.get('ui_locales') ?? undefined) ?? call.locale;
  const { id, browser } = await call.inTenant(namedBy(call), async (tx) => {
    const opened = await openBrowser(tx, tokenOf(call));
    const begun = await startSignIn(tx, opened, {
      returnTo: here,
      ...(loginHint === null ? {} : { loginHint }),
      ...(domainHint === null ? {} : { domainHint }),
      ...(locale === undefined ? {} : { locale }),
    });
    return { id: begun.id, browser: opened };
  });
  return redirect(signInPath(call.path.orgId, id), { cookies: cookiesOf(browser, call.baseUrl) });
}

/** Tells a user by a page why a document is not used. There is no redirect, because the owner of its address is not known. */
async function tell(call: AuthorizeCall, refused: Refused): Promise<Hosted> {
  const { problem: reason, field } = refused;
  const failure = new Failure('CLIENT_DOCUMENT_REFUSED', {
    reason,
    ...(field === undefined ? {} : { field }),
  });
  if (prefersJson(call.request.sent.header('accept'))) throw failure;
  const headers = { 'X-Error-Code': failure.code, Vary: 'Accept' };
  return call.inTenant(namedBy(call), async (tx) =>
    page(documentProblemPage(await viewIn(tx, call), refused), { status: 400, headers }),
  );
}
