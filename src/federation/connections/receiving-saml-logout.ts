import type { FederatedCall } from './federated-call.ts';
import {
  endLoginsBySaml,
  judgeLogout,
  logoutResponseTo,
  samlConnectionToLogOut,
  type SignedLogout,
} from './saml-logouts.ts';
import type { Connection } from './entities/connection.ts';
import { saysStatus } from './saml-responses.ts';
import { traceSignIn } from './traces.ts';
import { noteAnswered } from './upstream-logout.ts';
import { Failure } from '../../failure.ts';
import { readInTurn } from '../../platform/heavy-work.ts';
import { type Hosted, redirect } from '../../platform/pages/answers.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import { SamlMessageError } from '../../saml-messages/error.ts';
import { statusCodes } from '../../saml-messages/names.ts';
import type { LogoutRequest, LogoutResponse } from '../../saml-messages/read/logout.ts';
import type { Received } from '../../saml-messages/receive/received.ts';
import { type Redacted, redact } from '../../saml-messages/redact.ts';
import { viewIn } from '../../sign-in/hosted.ts';
import { leadTo } from './asking.ts';
import { hasNewKeys } from './new-keys.ts';

/** A verified message, and what its trace shows. Verifying changes the document, so that is taken from it before. */
interface Judged {
  signed: SignedLogout;
  connection: Connection;
  now: Date;
  message: Redacted;
  relayState: string | undefined;
}

/** A message that counts for nothing. */
interface Refused {
  error: SamlMessageError;
  connection: Connection;
  /** Undefined if it could not be read. */
  message: Redacted | undefined;
}

/** Returns the path of the page that says that the user is signed out. */
export const signedOut = ({ path }: FederatedCall): string => `/login/${path.orgId}/signed-out`;

/** Records a message of a logout that counts for nothing, with the reason. */
export const trace = (
  { inTenant, path, requestId }: FederatedCall,
  tenant: Tenant,
  { reason, message }: { reason: string; message: Redacted | undefined },
): Promise<void> =>
  inTenant(tenant, (tx) =>
    traceSignIn(tx, {
      connectionId: path.connectionId,
      requestId,
      verified: false,
      message: message ?? null,
      failure: { step: 'LOGOUT', reason },
    }),
  );

/** Reads and verifies a message, and once more if the identity provider has new keys. */
export async function judge(
  call: FederatedCall,
  tenant: Tenant,
  read: () => Received,
): Promise<Judged | Refused> {
  const { connectionId } = call.path;
  const judgeNow = async (): Promise<Judged | Refused> => {
    const { connection, now } = await call.inTenant(tenant, async (tx, time) => ({
      connection: await samlConnectionToLogOut(tx, connectionId),
      now: time,
    }));
    let message: Redacted | undefined;
    try {
      return await readInTurn(tenant.orgId, () => {
        const received = read();
        message = redact(received.message);
        const signed = judgeLogout(received, connection, { baseUrl: call.baseUrl, now });
        return { signed, connection, now, message, relayState: received.relayState };
      });
    } catch (error) {
      if (error instanceof SamlMessageError) return { error, message, connection };
      throw error;
    }
  };
  const judged = await judgeNow();
  const isUnknownKey = 'error' in judged && judged.error.rule === 'signature-untrusted';
  return isUnknownKey && (await hasNewKeys(call, tenant, judged.connection)) ? judgeNow() : judged;
}

/** Ends the logins that a request names, also if another browser brings it, and takes the browser back with a signed response. */
export async function endLogins(
  call: FederatedCall,
  tenant: Tenant,
  { connection, now, message, relayState }: Judged,
  request: LogoutRequest,
): Promise<Hosted> {
  const { baseUrl, origin, wired } = call;
  const ended = await call.inTenant(tenant, async (tx) => {
    const site = { endings: wired.endings, origin, baseUrl };
    if (!(await endLoginsBySaml(tx, connection, request, site))) return undefined;
    return { key: await call.wired.connectionSigningKey(tx, call.vault), view: await viewIn(tx, call) };
  });
  if (!ended) {
    await trace(call, tenant, { reason: replayed.reason, message });
    throw new Failure('SAML_REQUEST_INVALID', replayed);
  }
  const carried = logoutResponseTo(connection, request, { baseUrl, now, key: ended.key, relayState });
  return carried ? leadTo(ended.view, connection, carried) : redirect(signedOut(call));
}

const replayed = {
  rule: 'replay',
  reason: 'The identity provider has sent this request before. Each request needs an ID of its own.',
};

/**
 * Takes a browser back whose user has signed out here and there. It goes on by GET: a form of another site brings no cookies, a GET
 * does. If the identity provider could not sign the user out, the browser goes on as well, because the login here has ended.
 */
export async function endOfLogout(
  call: FederatedCall,
  tenant: Tenant,
  { message }: Judged,
  { inResponseTo, status }: LogoutResponse,
): Promise<Hosted> {
  const { connectionId } = call.path;
  const path = await call.inTenant(tenant, (tx) => noteAnswered(tx, connectionId, inResponseTo));
  const isDone = path !== undefined && status.code === statusCodes.success;
  const reason = path === undefined ? notAwaited : saysStatus(status);
  if (!isDone) await trace(call, tenant, { reason, message });
  return redirect(path ?? signedOut(call));
}

const notAwaited =
  'No sign-out waits for this response. It came late or twice, or its InResponseTo is not the ID of a request';
