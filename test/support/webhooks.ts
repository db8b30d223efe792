import { webhookSecretPurpose } from '../../src/webhooks/webhook-requests.ts';
import { newId } from '../../src/lib/id.ts';
import { newSigningSecret } from '../../src/webhooks/webhook-signature.ts';
import { createVault } from '../../src/platform/vault.ts';
import { testMasterKey } from './master-key.ts';
import { anIdentity } from './builders.ts';
import type { Client } from './client.ts';
import { databaseOf, type TestService } from './service.ts';

/** The settings of a service that delivers to receivers of this process. */
export const delivering = { ROLE: 'all', EGRESS_ALLOW: '127.0.0.0/8' };

const vault = createVault([Buffer.from(testMasterKey, 'base64')]);

/** Puts a webhook into the database, of our live tenant, and tells its id and secret. */
export async function aWebhook(
  { sql, organizations }: TestService,
  fields: { url: string; events?: string[]; ordering?: 'NONE' | 'PER_RESOURCE' },
): Promise<{ id: string; secret: string }> {
  const { orgId } = organizations.ours.live;
  const id = newId('wh');
  const secret = newSigningSecret();
  await sql(
    `insert into webhooks (org_id, id, name, url, events, ordering, secret) values ($1, $2, 'Hook', $3, $4, $5, $6)`,
    [
      orgId,
      id,
      fields.url,
      fields.events ?? ['identity.created'],
      fields.ordering ?? 'NONE',
      vault.seal(secret, orgId, webhookSecretPurpose(id)),
    ],
  );
  return { id, secret };
}

/** Creates a webhook over the API. Unless `fields` has a `url`, no receiver listens at the URL of the webhook. */
export async function createWebhook(client: Client, fields: Record<string, unknown> = {}) {
  const { status, body } = await client.call('createWebhook', {
    body: { name: 'Secret store', url: 'https://127.0.0.1:9/hook', events: ['alert.triggered'], ...fields },
  });
  if (status !== 201) throw new Error(`no webhook: ${JSON.stringify(body)}`);
  return body as { id: string; signingSecret: string };
}

/** A listener, as its creation shows it. */
export interface Listener {
  id: string;
  signingSecret: string;
  events: string[];
  connectBefore: string;
}

/** Creates a listener over the API. */
export async function aListener(client: Client, events: string[] = ['identity.created']): Promise<Listener> {
  const { status, body } = await client.call('createWebhookListener', { body: { events } });
  if (status !== 201) throw new Error(`no listener: ${JSON.stringify(body)}`);
  return body as Listener;
}

/** Makes a delivery that was given up, of a real event, to a new webhook unless one is named. */
export async function aFailedDelivery(
  client: Client,
  webhookId?: string,
): Promise<{ id: string; deadLetterId: string; webhookId: string }> {
  const webhook = webhookId ?? (await createWebhook(client)).id;
  const identityId = await anIdentity(client);
  const [made] = await databaseOf(client)<{ id: string; deadLetterId: string }>(
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, resource_id, status, attempts,
                             next_attempt_at, dead_letter_id, dead_lettered_at)
     select e.org_id, new_id('dlv'), w.id, e.id, e.type, e.created_at, $2::text, 'FAILED', 1, null, new_id('dlq'), now()
       from webhooks w join events e on e.org_id = w.org_id
      where w.id = $1 and e.type = 'identity.created' and e.data ->> 'identityId' = $2
     returning id, dead_letter_id as "deadLetterId"`,
    [webhook, identityId],
  );
  if (!made) throw new Error('no delivery');
  await databaseOf(client)(
    `insert into delivery_attempts (org_id, delivery_id, created_at, attempt, response_code, latency_ms, error, response_body)
     select org_id, id, created_at, 1, 503, 12, 'HTTP_STATUS', 'down' from deliveries where id = $1`,
    [made.id],
  );
  return { ...made, webhookId: webhook };
}

export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  resource_id: string | null;
  status: string;
  attempts: number;
  next_attempt_at: Date | null;
  claimed_until: Date | null;
  dead_letter_id: string | null;
  dead_lettered_at: Date | null;
  created_at: Date;
}

/** The deliveries of a webhook, the oldest first. */
export const deliveriesOf = ({ sql }: TestService, webhookId: string): Promise<DeliveryRow[]> =>
  sql<DeliveryRow>('select * from deliveries where webhook_id = $1 order by position', [webhookId]);

/** Writes events of our live tenant as a change would, in one statement; tells their ids. */
export async function someEvents(
  { sql, organizations }: Pick<TestService, 'sql' | 'organizations'>,
  data: readonly { identityId: string; identityName?: string }[],
): Promise<string[]> {
  const ids = data.map(() => newId('evt'));
  await sql(
    `insert into events (org_id, id, type, data)
     select $1, e.id, 'identity.created', e.data
       from unnest($2::text[], $3::jsonb[]) with ordinality as e (id, data, place) order by place`,
    [
      organizations.ours.live.orgId,
      ids,
      data.map((each, at) => JSON.stringify({ ...whole, identityName: `no ${at}`, ...each })),
    ],
  );
  return ids;
}

/** The fields of `identity.created` in the contract. */
const whole = {
  type: 'CI_CD',
  status: 'ACTIVE',
  tags: [],
  ownerUserId: null,
  createdBy: { type: 'SYSTEM', id: null, name: null },
  environment: 'live',
};

/** Waits long enough for anything that should happen at once. */
export const soon = { timeout: 20_000, interval: 20 };
