import { aCredential, anIdentity } from '../support/builders.ts';
import type { Client } from '../support/client.ts';

/** How to make the resource that a path names. The one place of these tests that knows families. */
export interface Maker {
  /** The prefix of its ids, to make up one that does not exist. */
  prefix: 'idn' | 'cred';
  make(client: Client): Promise<string>;
}

const identity: Maker = { prefix: 'idn', make: (client) => anIdentity(client) };
const credential: Maker = { prefix: 'cred', make: async (client) => (await aCredential(client)).id };

/** By the path up to the parameter that the id stands for. */
export const makers: Readonly<Record<string, Maker>> = {
  '/api/v1/identities/{id}': identity,
  '/api/v1/credentials/{id}': credential,
};

/** Fields of bodies and queries that name a resource. */
export const references: Readonly<Record<string, Maker>> = { identityId: identity };

/** The form of what examples name, and how to make a real one for its place. */
export const standIns: readonly (readonly [form: RegExp, make: (client: Client) => Promise<string>])[] = [
  ...Object.values(makers).map(
    (maker) =>
      [new RegExp(`\\b${maker.prefix}_[0-9a-z]{26}`, 'g'), (client: Client) => maker.make(client)] as const,
  ),
  [/\bkd_[a-z]+_EXAMPLE[0-9A-Za-z]+/g, async (client) => (await aCredential(client)).secret],
];
