import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { aUser } from './builders.ts';
import { aPerson, type Person, type Seen } from './person.ts';
import { aPostman, type Delivered, type Postman } from './postman.ts';
import { startTestService, type TestService } from './service.ts';
import { anEmail } from './users.ts';

export const password = 'vivid-harbor-cello-42';
export const anotherPassword = 'quiet-lantern-orbit-17';
/** The title of the page behind every link that does not work. */
export const over = 'This link no longer works';

/** The service and the steps for tests of mails; there once the tests of the file run. */
export interface Mailing {
  service: TestService;
  postman: Postman;
  orgId: string;
  configure: (config: Record<string, unknown>) => Promise<void>;
  /** Links to sign in are sent, and as this says, until the test ends. */
  links: (config?: Record<string, unknown>) => Promise<void>;
  somebody: (fields?: Record<string, unknown>) => Promise<{ userId: string; email: string; person: Person }>;
  /** From the first page to the one that says that a link is on its way. */
  askToSignIn: (person: Person, name: string) => Promise<Seen>;
  askToReset: (person: Person, name: string) => Promise<Seen>;
  /** The one mail that waits to be sent. */
  delivered: () => Promise<Delivered>;
  userOf: (
    userId: string,
  ) => Promise<
    | { status: string; email_verified: boolean; email_proof: string | null; last_login_at: Date | null }
    | undefined
  >;
}

const usual = {
  enabled: false,
  bindToBrowser: true,
  allowSignUp: false,
  maxPerHour: 5,
  redirectAllowlist: [],
};

/** A service that leaves its mails to a postman, for all tests of a file. @param env settings that differ */
export function mailing(env: Record<string, string> = {}): Mailing {
  const world = {} as Mailing;
  beforeAll(async () => {
    // The service never asks this mail server, because jobs wait.
    const service = await startTestService({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@keyward.example',
      // For requests from other networks.
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...env,
    });
    Object.assign(world, { service, postman: await aPostman(service), orgId: service.ours.orgId });
  });
  afterAll(async () => {
    await world.postman.close();
    await world.service.stop();
  });
  return Object.assign(world, {
    async configure(config: Record<string, unknown>) {
      const { status } = await world.service.ours.call('updateMagicLinkConfig', { body: config });
      expect(status).toBe(200);
    },
    async links(config: Record<string, unknown> = {}) {
      await world.configure({ enabled: true, ...config });
      onTestFinished(() => world.configure(usual));
    },
    async somebody(fields: Record<string, unknown> = {}) {
      const email = anEmail();
      const userId = await aUser(world.service.ours, { email, password, ...fields });
      return { userId, email, person: aPerson(world.service.origin) };
    },
    async askToSignIn(person: Person, name: string) {
      const first = await person.open(`/login/${world.orgId}`);
      const next = await person.send(first, { username: name });
      return person.send(await person.open(`${next.path}&factor=magic-link`), {}, '/magic-link');
    },
    async askToReset(person: Person, name: string) {
      const first = await person.open(`/login/${world.orgId}`);
      const next = await person.send(first, { username: name });
      const link = /href="(\/login\/\w+\/forgot-password\?sign_in=[^"]+)"/.exec(next.text)?.[1] ?? '';
      return person.send(await person.open(link), { username: name });
    },
    async delivered() {
      const [mail, ...others] = await world.postman.deliver();
      if (!mail || others.length > 0) throw new Error(`${others.length + (mail ? 1 : 0)} mails and not 1`);
      return mail;
    },
    async userOf(userId: string) {
      const [row] = await world.service.sql<{
        status: string;
        email_verified: boolean;
        email_proof: string | null;
        last_login_at: Date | null;
      }>('select status, email_verified, email_proof, last_login_at from users where id = $1', [userId]);
      return row;
    },
  });
}
