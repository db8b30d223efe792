import { expect, onTestFinished } from 'vitest';
import type { Mailing } from './mailed-links.ts';
import { aPerson, type Person, type Seen } from './person.ts';
import { anEmail } from './users.ts';

/** The steps for tests of accounts that people create. */
export interface Registering {
  configure: (change: object) => Promise<void>;
  /** People may create accounts until the test ends. */
  opened: (config?: object) => Promise<void>;
  somebody: () => Person;
  /** Where an account is asked for. */
  pathOf: (orgId?: string) => string;
  /** Asks for an account, from the page on. */
  ask: (person: Person, email: string) => Promise<Seen>;
  /** A link that was sent to a new address. */
  invited: (person: Person) => Promise<{ email: string; path: string }>;
  usersOf: (email: string) => Promise<{ id: string; status: string }[]>;
}

const usual = { enabled: false, allowedDomains: [], maxPerDay: 100 };

export function registering(world: Mailing): Registering {
  const configure = async (change: object): Promise<void> => {
    const { status } = await world.service.ours.call('updateRegistrationConfig', { body: change });
    expect(status).toBe(200);
  };
  const pathOf = (orgId = world.orgId): string => `/login/${orgId}/create-account`;
  const ask = async (person: Person, email: string) => person.send(await person.open(pathOf()), { email });
  return {
    configure,
    async opened(config = {}) {
      await configure({ enabled: true, ...config });
      onTestFinished(() => configure(usual));
    },
    somebody: () => aPerson(world.service.origin),
    pathOf,
    ask,
    async invited(person) {
      const email = anEmail();
      expect((await ask(person, email)).title).toBe('Check your email');
      return { email, path: (await world.delivered()).path };
    },
    usersOf: (email) =>
      world.service.sql<{ id: string; status: string }>(
        'select * from users where lower(email) = lower($1)',
        [email],
      ),
  };
}
