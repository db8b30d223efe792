// Makes deliveries that were given up, so that there is something to fuzz. A webhook takes fifteen hours for
// one by itself.
import { setTimeout as wait } from 'node:timers/promises';
import { fewAtOnce, fuzzCaller } from './call.ts';

/** As many as the run may delete and replay, and some that are left. */
const wanted = 30;
const attempts = 6;

interface Delivery {
  id: string;
  status: string;
  attemptCount: number;
}

/**
 * Makes a webhook whose host does not exist, events, and of each a dead letter.
 * @returns what names each, with the id of the webhook first: `wh_…/dlq_…`
 * @throws when the service refuses
 */
export async function makeDeadLetters(origin: string, key: string, signal: AbortSignal): Promise<string[]> {
  const call = fuzzCaller(origin, key, 'dead letters', signal);
  const { id } = await call<{ id: string }>('POST', 'webhooks', {
    name: 'Down for a day',
    url: 'https://fuzz.invalid/',
    events: ['identity.created'],
  });
  const names = Array.from({ length: wanted }, (_, at) => `fuzz ${at}`);
  await fewAtOnce(names, (name) => call('POST', 'identities', { name, type: 'CI_CD' }));
  for (let tries = 1; tries <= attempts; ) {
    const { data } = await call<{ data: Delivery[] }>('GET', `webhooks/${id}/deliveries?limit=100`);
    const tried = data.filter(({ attemptCount }) => attemptCount >= tries);
    if (tried.length < wanted) await wait(20, undefined, { signal });
    else if (tries++ < attempts)
      await fewAtOnce(data, (one) => call('POST', `webhooks/${id}/deliveries/${one.id}/retry`));
  }
  const { data } = await call<{ data: Delivery[] }>('GET', `webhooks/${id}/dead-letters?limit=100`);
  return data.map((letter) => `${id}/${letter.id}`);
}
