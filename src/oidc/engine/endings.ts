import { type AdapterPayload, Provider } from 'oidc-provider';
import { settingsOf } from './clients.ts';
import type { DeviceDecision, FamilyEnd } from './parts.ts';
import { currentVisit } from './visits.ts';

/** Which use of something a second time ends its family, by the grant type that was asked for. */
const reuses: Readonly<Record<string, FamilyEnd['reason']>> = {
  authorization_code: 'CODE_REUSED',
  refresh_token: 'REFRESH_TOKEN_REUSED',
  'urn:ietf:params:oauth:grant-type:device_code': 'DEVICE_CODE_REUSED',
};

/** Returns which request is being answered, and where it came from; undefined outside of a request. */
export function origin(): FamilyEnd['origin'] | undefined {
  const { ctx } = Provider;
  const visit = currentVisit();
  if (!ctx || !visit) return undefined;
  const userAgent = ctx.get('user-agent').slice(0, 512);
  return { requestId: visit.requestId, ipAddress: visit.address, userAgent };
}

/** Why the request that is being answered ends a family; undefined where it does so by a sign-out, which is on record as one. */
export function familyEnd(): FamilyEnd | undefined {
  const oidc = Provider.ctx?.oidc;
  const from = origin();
  const client = oidc?.client;
  if (!oidc || !client || !from) return undefined;
  const reused = oidc.route === 'token' ? reuses[String(oidc.params?.['grant_type'])] : undefined;
  const reason = oidc.route === 'revocation' ? 'REVOKED_BY_CLIENT' : reused;
  return reason && { reason, client: { id: client.clientId, name: settingsOf(client).name }, origin: from };
}

/**
 * Returns the answer of a user to a device, if the stored payload of the code says that the user answered.
 * @param payload what the engine keeps of the code
 */
export function deviceAnswer({
  error,
  accountId,
  clientId,
}: AdapterPayload): Omit<DeviceDecision, 'sealed' | 'grantId'> | undefined {
  const from = origin();
  if ((error === undefined && accountId === undefined) || clientId === undefined || !from) return undefined;
  const userId = accountId ?? Provider.ctx?.oidc.session?.accountId ?? null;
  return { isAllowed: error === undefined, userId, clientId, origin: from };
}
