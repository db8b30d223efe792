// The load of the rig: clients that change and verify all the time, and write down what they were told (ledger.ts).
import { setTimeout as pause } from 'node:timers/promises';
import { aUser } from '../support/builders.ts';
import { type Client, createClient } from '../support/client.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { aPerson, type Person } from '../support/person.ts';
import { anEmail } from '../support/users.ts';
import type { KnownCredential, Ledger } from './ledger.ts';

/** How long each client waits between two requests: a load, not a benchmark. */
const betweenMs = 40;
const cap = 60;
const password = 'vivid-harbor-cello-42';

export interface Load {
  /** The credential without a cap that is verified on every node. */
  steadyId: string;
  /** The header with which the client of the tokens authenticates. */
  authorization: string;
  /** Browsers whose user was told to be signed in. */
  signedIn: Person[];
  /** Ends the load after the requests that run. Capped credentials are used up first. */
  stop: () => Promise<void>;
}

type Call = (name: string, ...parts: Parameters<Client['call']>) => ReturnType<Ledger['call']>;

/** Starts the load on nodes that all work. @param clients one for each node, all with the same full key */
export async function startLoad(clients: readonly [Client, Client], ledger: Ledger): Promise<Load> {
  const [first] = clients;
  const made = async (...parts: Parameters<Client['call']>) => {
    const answer = await first.call(...parts);
    if (answer.status !== 201) throw new Error(`${parts[0]}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id: identityId } = await made('createIdentity', { body: { name: 'load', type: 'CI_CD' } });
  const newCredential = (fields: object = {}) => ({ body: { name: 'load', identityId, ...fields } });
  const steady = await made('createCredential', newCredential());
  const email = anEmail();
  await aUser(first, { email, password });
  const party = await anOidcClient(first, {
    grantTypes: ['client_credentials'],
    responseTypes: [],
    redirectUris: [],
  });
  const basic = Buffer.from(`${party.clientId}:${party.clientSecret}`).toString('base64');

  let stopping = false;
  const signedIn: Person[] = [];
  const callOf =
    (client: Client): Call =>
    (name, id, parts = {}) =>
      ledger.call(name, () => client.call(id, parts), [200, 201, 204]);

  /** One credential from its creation to its end. */
  const liveAndDie = async (call: Call): Promise<void> => {
    const created = await call('create', 'createCredential', newCredential());
    if (!created) return;
    const one: KnownCredential = {
      id: created.body.id,
      secret: created.body.credential,
      ended: [],
      events: ['credential.created'],
    };
    ledger.credentials.push(one);
    const path = { id: one.id };
    const old = one.secret ?? '';
    one.secret = undefined;
    const rotated = await call('rotate', 'rotateCredential', { path });
    if (!rotated) return;
    one.ended.push(old);
    one.events.push('credential.rotated');
    // Every other one stays alive.
    const secret: string = rotated.body.credential;
    if (ledger.credentials.length % 2 === 0) {
      one.secret = secret;
      return;
    }
    const revoked = await call('revoke', 'revokeCredential', { path });
    if (!revoked) return;
    one.ended.push(secret);
    one.events.push('credential.revoked');
  };

  const verify = (call: Call, name: string, credential: string) =>
    call(name, 'verifyCredential', { body: { credential } });

  const verifySteady = async (call: Call, node: number): Promise<void> => {
    const answer = await verify(call, 'verify', steady.credential);
    if (answer?.body.valid) ledger.verified.push({ at: performance.now(), node });
    else if (answer) ledger.faults.push(`a good credential is ${JSON.stringify(answer.body)}`);
  };

  /** The most recent ends are tried most often. */
  const verifyEnded = async (call: Call): Promise<void> => {
    const known = ledger.credentials.filter(({ ended }) => ended.length > 0);
    const one = known[Math.floor(known.length * Math.sqrt(Math.random()))];
    const secret = one?.ended.at(-1);
    if (secret === undefined) return;
    const answer = await verify(call, 'verify ended', secret);
    if (answer?.body.valid) ledger.faults.push(`${one?.id} is valid after its end was acknowledged`);
  };

  /** Both nodes use the same credential up. */
  let current: { secret: string; at: number } | undefined;
  const useCapped = async (call: Call): Promise<void> => {
    const using = current;
    if (!using) return;
    const entry = ledger.capped[using.at];
    const answer = await verify(call, 'verify capped', using.secret);
    if (!entry || !answer) return;
    if (answer.body.valid) entry.valid++;
    else if (answer.body.code === 'USAGE_EXCEEDED') {
      entry.refused = true;
      if (current === using) current = undefined;
    } else ledger.faults.push(`a capped credential is ${JSON.stringify(answer.body)}`);
  };
  const makeCapped = async (call: Call): Promise<void> => {
    if (current) return;
    const created = await call('create capped', 'createCredential', newCredential({ maxUsageCount: cap }));
    if (!created) return;
    ledger.capped.push({ id: created.body.id, cap, valid: 0, refused: false });
    current = { secret: created.body.credential, at: ledger.capped.length - 1 };
  };

  const signIn = async (client: Client): Promise<void> => {
    const person = aPerson(client.origin);
    const send = async () => {
      const seen = await person.signIn(client.orgId ?? '', email, password).catch(withoutForm);
      // The sign-in itself may be lost between two pages. Its next page says so.
      return seen.title === 'Your account' ? seen : { ...seen, status: 503 };
    };
    if (await ledger.call('sign in', send, [200])) signedIn.push(person);
  };

  const getToken = async (client: Client): Promise<void> => {
    const form = { grant_type: 'client_credentials' };
    const answer = await ledger.call(
      'token',
      () =>
        createClient(client.origin).call('issueOidcToken', {
          path: { orgId: client.orgId ?? '' },
          body: form,
          headers: { authorization: `Basic ${basic}` },
        }),
      [200],
    );
    if (answer) ledger.tokens.push(answer.body.access_token);
  };

  const again = async (step: () => Promise<void>, until = () => stopping): Promise<void> => {
    while (!until()) {
      await step();
      await pause(betweenMs);
    }
  };
  const running = clients.flatMap((client, node) => {
    const call = callOf(client);
    return [
      again(() => liveAndDie(call)),
      again(() => verifySteady(call, node)),
      again(() => verifyEnded(call)),
      again(() => useCapped(call)),
      again(() => useCapped(call)),
      again(() => signIn(client)),
      again(() => getToken(client)),
    ];
  });
  running.push(again(() => makeCapped(callOf(first))));

  return {
    steadyId: steady.id,
    authorization: `Basic ${basic}`,
    signedIn,
    async stop() {
      stopping = true;
      await Promise.all(running);
      await again(
        () => useCapped(callOf(first)),
        () => current === undefined,
      );
    },
  };
}

/** The error page of a 503 has no form to fill in. */
function withoutForm(error: unknown): never {
  throw /has no form .*: (503|429|400) /.test(String(error))
    ? new TypeError('no page', { cause: error })
    : error;
}
