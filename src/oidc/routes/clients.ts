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
  baseUrl,
}: {
  outgoing: Outgoing;
  quotas: Quotas;
  baseUrl: () => string;
}): Omit<Handlers<'oidc-clients'>, 'getOidcClientMetadata' | 'updateOidcClientMetadata'> => {
  const way = { mayReach: outgoing.mayReach, baseUrl };
  return {
    async listOidcClients({ query, tx, now }) {
      const { page, limit, ...filter } = query;
      const { clients, total } = await listOidcClients(tx, filter, { limit, offset: offsetOf(page, limit) });
      const data = clients.map((client) => viewOidcClient(client, now));
      return ok({ data, pagination: pageOf(page, limit, total) });
    },

    async createOidcClient({ body, tx, caller, now, attempt }) {
      const { client, secret } = await createOidcClient(tx, body, caller, { way, quotas });
      Object.assign(attempt, { targetId: client.id, targetName: client.name });
      return created(viewOidcClientWithSecret(client, now, secret), { ETag: etagOf(client.version) });
    },

    async getOidcClient({ path, tx, now }) {
      const client = await findOidcClient(tx, path.clientId);
      return versioned(client, tx, () => viewOidcClient(client, now));
    },

    async updateOidcClient({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
      const { client, changes } = await updateOidcClient(tx, path.clientId, body, caller, { way, ifMatch });
      Object.assign(attempt, { changes, targetName: client.name });
      return versioned(client, tx, () => viewOidcClient(client, now));
    },

    async deleteOidcClient({ path, tx, caller, attempt, sent: { ifMatch } }) {
      const { id, name } = await deleteOidcClient(tx, path.clientId, { ifMatch }, caller);
      attempt.targetName = name;
      return ok({ message: 'OIDC client deleted', id });
    },

    async rotateOidcClientSecret({ path, body, tx, caller, seen, attempt, sent: { ifMatch } }) {
      const condition = { gracePeriod: body.gracePeriod, ifMatch, seen };
      const { client, secret, rotatedAt } = await rotateOidcClientSecret(
        tx,
        path.clientId,
        condition,
        caller,
      );
      attempt.targetName = client.name;
      return versioned(client, tx, () => ({
        clientId: client.id,
        clientSecret: secret,
        rotatedAt: rotatedAt.toISOString(),
        previousSecretExpiresAt: client.previousSecretExpiresAt?.toISOString() ?? null,
      }));
    },
  };
};
