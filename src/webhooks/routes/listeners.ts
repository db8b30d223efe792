import type { Pool } from 'pg';
import { linesOf } from '../listener-lines.ts';
import { listenerStreams } from '../listener-streams.ts';
import { createListener, deleteListener, type NewListener, openListener } from '../listeners.ts';
import { created, type Handlers, liveStream, ok } from '../../operation.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import { countListeners, listListeners } from '../sql/listeners.ts';
import { viewListener, viewListenerWithSecret } from '../views/listeners.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';

type ListenerOperation = Extract<keyof Handlers<'webhooks'>, `${string}WebhookListener${string}`>;
export type ListenerHandlers = Pick<Handlers<'webhooks'>, ListenerOperation>;

export const routes = ({
  vault,
  waiting: { pool, stopping, listens },
  log,
}: {
  vault: Vault;
  waiting: { pool: Pool; stopping: AbortSignal; listens: () => (reason: string) => void };
  log: Log;
}): ListenerHandlers => {
  const streams = listenerStreams({ pool, log });
  return {
    async listWebhookListeners({ query: { page, limit }, tx, caller: { orgId } }) {
      const offset = offsetOf(page, limit);
      const [listeners, total] = [
        await listListeners(tx, orgId, { limit, offset }),
        await countListeners(tx, orgId),
      ];
      return ok({ data: listeners.map(viewListener), pagination: pageOf(page, limit, total) });
    },

    async createWebhookListener({ body, tx, caller }) {
      body satisfies ReadBy<NewListener, typeof body>;
      const { listener, secret } = await createListener(tx, body, caller, vault);
      return created(viewListenerWithSecret(listener, secret));
    },

    async deleteWebhookListener({ path, tx, caller }) {
      await deleteListener(tx, path.id, caller);
      return ok({ message: 'Webhook listener deleted', id: path.id });
    },

    async streamWebhookListener({ path, query, caller, inTenant, judgeAgain }) {
      const listener = await inTenant(caller, (tx) => openListener(tx, path.id, query.after, caller));
      const gone = new AbortController();
      const means = { streams, vault, judgeAgain, stopping, seconds: query.seconds, listens };
      return liveStream(linesOf(listener, { ...means, gone: gone.signal }), 'application/x-ndjson', () =>
        gone.abort(),
      );
    },
  };
};
