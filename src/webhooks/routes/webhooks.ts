import {
  deleteDeadLetter,
  findDeadLetter,
  findDelivery,
  recoverWebhook,
  replayDeadLetter,
  replayDeadLetters,
  retryDelivery,
} from '../deliveries.ts';
import { requireEventType, timesOf } from '../../platform/list-filters.ts';
import { requireMayRead } from '../webhook-rights.ts';
import { testWebhook } from '../webhook-tests.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../webhooks.ts';
import type { Webhook } from '../entities/webhook.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { listDeadLetters, listDeliveries } from '../sql/deliveries.ts';
import { countDeadLetters } from '../sql/troubled-webhooks.ts';
import { viewDeadLetter, viewDelivery, viewWholeDeadLetter, viewWholeDelivery } from '../views/deliveries.ts';
import {
  viewWebhook,
  viewWebhookTest,
  viewWebhookWithSecret,
  viewWebhookWithStats,
} from '../views/webhooks.ts';
import type { ListenerHandlers } from './listeners.ts';
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';

export const routes = ({
  outgoing,
  quotas,
  vault,
}: {
  outgoing: Outgoing;
  quotas: Quotas;
  vault: Vault;
}): Omit<Handlers<'webhooks'>, keyof ListenerHandlers> => ({
  async listWebhooks({ query, tx, caller }) {
    const { page, limit, ...filter } = query;
    const { webhooks, total } = await listWebhooks(tx, filter, { limit, offset: offsetOf(page, limit) });
    const deadLetters = await countDeadLetters(
      tx,
      caller.orgId,
      webhooks.map(({ id }) => id),
    );
    return ok({
      data: webhooks.map((webhook) => viewWebhookWithStats(webhook, deadLetters(webhook.id))),
      pagination: pageOf(page, limit, total),
    });
  },

  async createWebhook({ body, tx, caller }) {
    const { webhook, secret } = await createWebhook(tx, body, caller, { vault, outgoing, quotas });
    await tx.flush();
    return created(viewWebhookWithSecret(webhook, secret), { ETag: etagOf(webhook.version) });
  },

  async getWebhook({ path, tx, caller }) {
    const webhook = await findWebhook(tx, path.id);
    const deadLetters = await countDeadLetters(tx, caller.orgId, [webhook.id]);
    return {
      ...ok(viewWebhookWithStats(webhook, deadLetters(webhook.id))),
      headers: { ETag: etagOf(webhook.version) },
    };
  },

  async updateWebhook({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const { webhook, changes } = await updateWebhook(tx, path.id, body, caller, outgoing, { ifMatch });
    attempt.changes = changes;
    return shown(webhook, tx);
  },

  async deleteWebhook({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteWebhook(tx, path.id, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Webhook deleted', id });
  },

  async testWebhook({ path, tx, attempt }) {
    const { webhook, outcome } = await testWebhook(tx, path.id, { vault, outgoing });
    attempt.targetName = webhook.name;
    return ok(viewWebhookTest(outcome));
  },

  async pauseWebhook({ path, tx, caller, sent: { ifMatch } }) {
    return shown(await pauseWebhook(tx, path.id, { ifMatch }, caller), tx);
  },

  async resumeWebhook({ path, tx, caller, sent: { ifMatch } }) {
    return shown(await resumeWebhook(tx, path.id, { ifMatch }, caller), tx);
  },

  async rotateWebhookSecret({ path, body, tx, caller, seen, sent: { ifMatch } }) {
    const { gracePeriod } = body;
    const { webhook, secret } = await rotateWebhookSecret(
      tx,
      path.id,
      { gracePeriod, ifMatch, seen },
      caller,
      vault,
    );
    return versioned(webhook, tx, () => viewWebhookWithSecret(webhook, secret));
  },

  async recoverWebhook({ path, body, tx }) {
    return ok(await recoverWebhook(tx, path.id, body));
  },

  async listDeliveries({ path, query, tx, caller }) {
    const { id } = await findWebhook(tx, path.id);
    const { window, rest, pagination } = askedPage(['listDeliveries', id], query);
    const { sort, from, to, ...filter } = rest;
    requireEventType(filter.eventType);
    const found = await listDeliveries(
      tx,
      caller.orgId,
      id,
      { ...filter, ...timesOf({ from, to }) },
      sort,
      window,
    );
    return ok({ data: found.rows.map(viewDelivery), pagination: pagination(found) });
  },

  async getDelivery({ path, tx, caller }) {
    const { id } = await findWebhook(tx, path.id);
    const delivery = await findDelivery(tx, id, path.deliveryId);
    requireMayRead(caller, delivery.eventType);
    return ok(viewWholeDelivery(delivery, id));
  },

  async retryDelivery({ path, tx }) {
    return ok(viewDelivery(await retryDelivery(tx, path.id, path.deliveryId)));
  },

  async listDeadLetters({ path, query, tx, caller }) {
    const { id } = await findWebhook(tx, path.id);
    const { window, rest, pagination } = askedPage(['listDeadLetters', id], query);
    const { sort, ...filter } = rest;
    requireEventType(filter.eventType);
    const found = await listDeadLetters(tx, caller.orgId, id, filter, sort, window);
    return ok({ data: found.rows.map(viewDeadLetter), pagination: pagination(found) });
  },

  async getDeadLetter({ path, tx, caller }) {
    const { id } = await findWebhook(tx, path.id);
    const delivery = await findDeadLetter(tx, id, path.deadLetterId);
    requireMayRead(caller, delivery.eventType);
    return ok(viewWholeDeadLetter(delivery, id));
  },

  async replayDeadLetter({ path, tx }) {
    return ok(viewDelivery(await replayDeadLetter(tx, path.id, path.deadLetterId)));
  },

  async replayDeadLetters({ path, body, tx }) {
    return ok(await replayDeadLetters(tx, path.id, body));
  },

  async deleteDeadLetter({ path, tx }) {
    await deleteDeadLetter(tx, path.id, path.deadLetterId);
    return ok({ message: 'Dead letter deleted', id: path.deadLetterId });
  },
});

const shown = (webhook: Webhook, tx: Tx) => versioned(webhook, tx, () => viewWebhook(webhook));
