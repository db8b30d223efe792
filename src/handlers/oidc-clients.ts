import {
  createOidcClient,
  deleteOidcClient,
  findOidcClient,
  listOidcClients,
  rotateOidcClientSecret,
  updateOidcClient,
} from '../oidc/oidc-clients.ts';
import { created, type Handlers, ok } from '../operation.ts';
import { etagOf } from '../lib/etag.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { viewOidcClient, viewOidcClientWithSecret } from '../oidc/views/oidc-clients.ts';
import { versioned } from '../platform/versioned.ts';

export const oidcClients: Handlers<'oidc-clients'> = {
  async listOidcClients({ query, em, now }) {
    const { page, limit, ...filter } = query;
    const { clients, total } = await listOidcClients(em, filter, { limit, offset: offsetOf(page, limit) });
    const data = clients.map((client) => viewOidcClient(client, now));
    return ok({ data, pagination: pageOf(page, limit, total) });
  },

  async createOidcClient({ body, em, caller, now, outgoing, quotas, attempt }) {
    const { client, secret } = await createOidcClient(em, body, caller, { outgoing, quotas });
    Object.assign(attempt, { targetId: client.id, targetName: client.name });
    return created(viewOidcClientWithSecret(client, now, secret), { ETag: etagOf(client.version) });
  },

  async getOidcClient({ path, em, now }) {
    const client = await findOidcClient(em, path.clientId);
    return versioned(client, em, () => viewOidcClient(client, now));
  },

  async updateOidcClient({ path, body, em, caller, now, outgoing, ifMatch, attempt }) {
    const { client, changes } = await updateOidcClient(em, path.clientId, body, caller, {
      outgoing,
      ifMatch,
    });
    Object.assign(attempt, { changes, targetName: client.name });
    return versioned(client, em, () => viewOidcClient(client, now));
  },

  async deleteOidcClient({ path, em, caller, ifMatch, attempt }) {
    const { id, name } = await deleteOidcClient(em, path.clientId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'OIDC client deleted', id });
  },

  async rotateOidcClientSecret({ path, body, em, caller, ifMatch, seen, attempt }) {
    const condition = { gracePeriod: body.gracePeriod, ifMatch, seen };
    const { client, secret, rotatedAt } = await rotateOidcClientSecret(em, path.clientId, condition, caller);
    attempt.targetName = client.name;
    return versioned(client, em, () => ({
      clientId: client.id,
      clientSecret: secret,
      rotatedAt: rotatedAt.toISOString(),
      previousSecretExpiresAt: client.previousSecretExpiresAt?.toISOString() ?? null,
    }));
  },
};
