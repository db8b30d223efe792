import { useQuery } from '@tanstack/react-query';
import type { Call } from '../../api/sends.ts';
import { ifMatch } from '../../api/versioned.ts';
import {
  getOidcConnection,
  getSamlConnection,
  updateOidcConnection,
  updateSamlConnection,
} from '../../generated/sdk.gen.ts';
import type { OurValue } from '../../texts/connection-products.ts';
import type { Protocol } from './product-steps.ts';

/** A connection of either protocol, with the values to register at its identity provider. */
export interface AnyConnection {
  id: string;
  name: string;
  type: string;
  /** Whether the identity provider is not known yet. */
  isDraft: boolean;
  domains: readonly string[];
  values: Readonly<Record<OurValue | 'postLogoutRedirectUrl', string>>;
}

async function read(id: string, protocol: Protocol, signal?: AbortSignal) {
  const options = { path: { id }, ...(signal ? { signal } : {}) };
  const none = {
    callbackUrl: '',
    backchannelLogoutUrl: '',
    postLogoutRedirectUrl: '',
    acsUrl: '',
    entityId: '',
  };
  if (protocol === 'SAML') {
    const { data, response } = await getSamlConnection(options);
    const values = { ...none, acsUrl: data.acsUrl, entityId: data.spEntityId };
    return { data: { ...data, values } as AnyConnection, etag: response.headers.get('etag') ?? undefined };
  }
  const { data, response } = await getOidcConnection(options);
  const { callbackUrl, backchannelLogoutUrl, postLogoutRedirectUrl } = data;
  const values = { ...none, callbackUrl, backchannelLogoutUrl, postLogoutRedirectUrl };
  return {
    data: { ...data, isDraft: false, values } as AnyConnection,
    etag: response.headers.get('etag') ?? undefined,
  };
}

export const useConnection = (id: string, protocol: Protocol) =>
  useQuery({
    queryKey: ['connection of either protocol', protocol, id],
    queryFn: async ({ signal }) => (await read(id, protocol, signal)).data,
  });

export const protocolOf = (type: string | undefined): Protocol => (type === 'SAML' ? 'SAML' : 'OIDC');

/** Changes the list of the domains as it is now, so that a domain that another user added stays. */
export async function changeDomains(
  { id, type }: { id: string; type: string },
  change: (names: readonly string[]) => string[],
): Promise<unknown> {
  const { data, etag } = await read(id, protocolOf(type));
  const options = { path: { id }, headers: ifMatch({ etag }), body: { domains: change(data.domains) } };
  return type === 'SAML' ? updateSamlConnection(options) : updateOidcConnection(options);
}

export const domainsCall = (
  { id, type }: { id: string; type: string },
  domains: readonly string[],
): Call => ({
  operation: type === 'SAML' ? 'updateSamlConnection' : 'updateOidcConnection',
  path: { id },
  body: { domains },
});
