import {
  createOidcClient,
  deleteOidcClient,
  findOidcClient,
  listOidcClients,
  rotateOidcClientSecret,
  updateOidcClient,
} from '../oidc-clients.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { viewOidcClient, viewOidcClientWithSecret } from '../views/oidc-clients.ts';
import { versioned } from '../../platform/versioned.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';

export const routes = ({
  outgoing,
  quotas,
}: {
  outgoing: Outgoing;
  quotas: Quotas;
}): Handlers<'oidc-clients'> => ({
  async listOidcClients({ query, em, now }) {
    const { page, limit, ...filter } = query;
    const { clients, total } = await listOidcClients(em, filter, { limit, offset: offsetOf(page, limit) });
    const data = clients.map((client) => viewOidcClient(client, now));
    return ok({ data, pagination: pageOf(page, limit, total) });
  },

  async createOidcClient({ body, em, caller, now, attempt }) {
    const { client, secret } = await createOidcClient(em, body, caller, { outgoing, quotas });
    Object.assign(attempt, { targetId: client.id, targetName: client.name });
    return created(viewOidcClientWithSecret(client, now, secret), { ETag: etagOf(client.version) });
  },

  async getOidcClient({ path, em, now }) {
    const client = await findOidcClient(em, path.clientId);
    return versioned(client, em, () => viewOidcClient(client, now));
  },

  async updateOidcClient({ path, body, em, caller, now, attempt, sent: { ifMatch } }) {
    const { client, changes } = await updateOidcClient(em, path.clientId, body, caller, {
      outgoing,
      ifMatch,
    });
    Object.assign(attempt, { changes, targetName: client.name });
    return versioned(client, em, () => viewOidcClient(client, now));
  },

  async deleteOidcClient({ path, em, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteOidcClient(em, path.clientId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'OIDC client deleted', id });
  },

  async rotateOidcClientSecret({ path, body, em, caller, seen, attempt, sent: { ifMatch } }) {
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
});
