import type { EntityManager } from '@mikro-orm/postgresql';
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
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { Vault } from '../../platform/vault.ts';

export const routes = ({
  outgoing,
  quotas,
  vault,
}: {
  outgoing: Outgoing;
  quotas: Quotas;
  vault: Vault;
}): Handlers<'webhooks'> => ({
  async listWebhooks({ query, em, caller }) {
    const { page, limit, ...filter } = query;
    const { webhooks, total } = await listWebhooks(em, filter, { limit, offset: offsetOf(page, limit) });
    const deadLetters = await countDeadLetters(
      em,
      caller.orgId,
      webhooks.map(({ id }) => id),
    );
    return ok({
      data: webhooks.map((webhook) => viewWebhookWithStats(webhook, deadLetters(webhook.id))),
      pagination: pageOf(page, limit, total),
    });
  },

  async createWebhook({ body, em, caller }) {
    const { webhook, secret } = await createWebhook(em, body, caller, { vault, outgoing, quotas });
    await em.flush();
    return created(viewWebhookWithSecret(webhook, secret), { ETag: etagOf(webhook.version) });
  },

  async getWebhook({ path, em, caller }) {
    const webhook = await findWebhook(em, path.id);
    const deadLetters = await countDeadLetters(em, caller.orgId, [webhook.id]);
    return {
      ...ok(viewWebhookWithStats(webhook, deadLetters(webhook.id))),
      headers: { ETag: etagOf(webhook.version) },
    };
  },

  async updateWebhook({ path, body, em, caller, attempt, sent: { ifMatch } }) {
    const { webhook, changes } = await updateWebhook(em, path.id, body, caller, outgoing, { ifMatch });
    attempt.changes = changes;
    return shown(webhook, em);
  },

  async deleteWebhook({ path, em, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteWebhook(em, path.id, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Webhook deleted', id });
  },

  async testWebhook({ path, em, attempt }) {
    const { webhook, outcome } = await testWebhook(em, path.id, { vault, outgoing });
    attempt.targetName = webhook.name;
    return ok(viewWebhookTest(outcome));
  },

  async pauseWebhook({ path, em, caller, sent: { ifMatch } }) {
    return shown(await pauseWebhook(em, path.id, { ifMatch }, caller), em);
  },

  async resumeWebhook({ path, em, caller, sent: { ifMatch } }) {
    return shown(await resumeWebhook(em, path.id, { ifMatch }, caller), em);
  },

  async rotateWebhookSecret({ path, body, em, caller, seen, sent: { ifMatch } }) {
    const { gracePeriod } = body;
    const { webhook, secret } = await rotateWebhookSecret(
      em,
      path.id,
      { gracePeriod, ifMatch, seen },
      caller,
      vault,
    );
    return versioned(webhook, em, () => viewWebhookWithSecret(webhook, secret));
  },

  async recoverWebhook({ path, body, em }) {
    return ok(await recoverWebhook(em, path.id, body));
  },

  async listDeliveries({ path, query, em, caller }) {
    const { id } = await findWebhook(em, path.id);
    const { window, rest, pagination } = askedPage(['listDeliveries', id], query);
    const { sort, from, to, ...filter } = rest;
    requireEventType(filter.eventType);
    const found = await listDeliveries(
      em,
      caller.orgId,
      id,
      { ...filter, ...timesOf({ from, to }) },
      sort,
      window,
    );
    return ok({ data: found.rows.map(viewDelivery), pagination: pagination(found) });
  },

  async getDelivery({ path, em, caller }) {
    const { id } = await findWebhook(em, path.id);
    const delivery = await findDelivery(em, id, path.deliveryId);
    requireMayRead(caller, delivery.eventType);
    return ok(viewWholeDelivery(delivery, id));
  },

  async retryDelivery({ path, em }) {
    return ok(viewDelivery(await retryDelivery(em, path.id, path.deliveryId)));
  },

  async listDeadLetters({ path, query, em, caller }) {
    const { id } = await findWebhook(em, path.id);
    const { window, rest, pagination } = askedPage(['listDeadLetters', id], query);
    const { sort, ...filter } = rest;
    requireEventType(filter.eventType);
    const found = await listDeadLetters(em, caller.orgId, id, filter, sort, window);
    return ok({ data: found.rows.map(viewDeadLetter), pagination: pagination(found) });
  },

  async getDeadLetter({ path, em, caller }) {
    const { id } = await findWebhook(em, path.id);
    const delivery = await findDeadLetter(em, id, path.deadLetterId);
    requireMayRead(caller, delivery.eventType);
    return ok(viewWholeDeadLetter(delivery, id));
  },

  async replayDeadLetter({ path, em }) {
    return ok(viewDelivery(await replayDeadLetter(em, path.id, path.deadLetterId)));
  },

  async replayDeadLetters({ path, body, em }) {
    return ok(await replayDeadLetters(em, path.id, body));
  },

  async deleteDeadLetter({ path, em }) {
    await deleteDeadLetter(em, path.id, path.deadLetterId);
    return ok({ message: 'Dead letter deleted', id: path.deadLetterId });
  },
});

const shown = (webhook: Webhook, em: EntityManager) => versioned(webhook, em, () => viewWebhook(webhook));
