import type { ApplicationList } from '../sign-in/listed-application.ts';
import { basePath } from './engine/names.ts';
import { listStartableClients } from './sql/oidc-clients.ts';

/** The clients that users may begin at, each with the issuer that its `initiate_login_uri` needs (OpenID Connect Core section 4). */
export const oidcApplications: ApplicationList = async (tx, { baseUrl, ...query }) => {
  const issuer = encodeURIComponent(`${baseUrl}${basePath(query.orgId)}`);
  const clients = await listStartableClients(tx, query);
  return clients.map(({ name, logoUri, initiateLoginUri: uri }) => ({
    name,
    logoUri,
    // Added as text: the registered address keeps its spelling.
    opens: { url: `${uri}${uri.includes('?') ? '&' : '?'}iss=${issuer}` },
  }));
};
