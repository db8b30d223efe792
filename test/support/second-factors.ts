import { inject } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { inTransaction } from '../../src/platform/tenancy.ts';
import { openBrowser } from '../../src/users/sessions/browsers.ts';
import type { Trying } from '../../src/users/factors/code-attempts.ts';
import { beginTotp, confirmTotp } from '../../src/users/factors/totp.ts';
import { newId } from '../../src/lib/id.ts';
import { fromBase32 } from '../../src/users/factors/protocol/base32.ts';
import { totp } from '../../src/users/factors/protocol/totp.ts';
import { createVault } from '../../src/platform/vault.ts';
import { withDatabase } from './global-setup.ts';
import { testMasterKey } from './master-key.ts';
import type { TestService } from './service.ts';
import { anEmail } from './users.ts';
import type { Tx } from '../../src/platform/tx.ts';

export const vault = createVault([Buffer.from(testMasterKey, 'base64')]);

const usual = { algorithm: 'SHA1', digits: 6, periodSeconds: 30 } as const;

/** Returns the code that an authenticator app with this secret shows, so many seconds from now. */
export const codeOf = (secret: string, seconds = 0, form: Parameters<typeof totp>[2] = usual): string =>
  totp(fromBase32(secret.replaceAll(' ', '')), new Date(Date.now() + seconds * 1000), form);

/** A code of as many digits that is not that of any step near. */
export function wrongCodeOf(secret: string): string {
  const near = new Set([-90, -60, -30, 0, 30, 60, 90].map((seconds) => codeOf(secret, seconds)));
  for (let code = 0; ; code++) {
    const text = String(code).padStart(6, '0');
    if (!near.has(text)) return text;
  }
}

/** The domain beside the service: what its handlers call, on the same database. */
export async function besides({ sql, organizations, ours }: TestService) {
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select current_database() as name');
  const database = await openDatabase(withDatabase(inject('server').service, name), 10);
  const { orgId } = organizations.ours.live;
  const within = <Result>(work: (tx: Tx) => Promise<Result>, org = orgId): Promise<Result> =>
    inTransaction(database.orm, { orgId: org, environment: 'live' }, work);
  const origin = { ipAddress: '203.0.113.9' };

  async function person(roles: string[] = ['MEMBER']): Promise<string> {
    const body = { email: anEmail(), roles, sendInvite: false };
    return (await ours.call('createUser', { body })).body.id;
  }

  /** A person by a browser of theirs. */
  async function trying(userId: string): Promise<Trying> {
    const { id } = await within((tx) => openBrowser(tx, undefined));
    return { userId, browserId: id, clientId: null, serviceProviderId: null, origin };
  }

  /** Creates a user with an authenticator app. `first` is the code that set up the app. */
  async function enrolled(roles?: string[]) {
    const userId = await person(roles);
    const holder = newId('ses');
    const secret = await within(async (tx) => {
      const begun = await beginTotp(tx, vault, { userId, holder });
      if (!begun) throw new Error('nothing was begun');
      return begun.secret;
    });
    const first = codeOf(secret);
    const confirmed = await within((tx) => confirmTotp(tx, vault, { userId, holder, code: first }, origin));
    if (confirmed.result !== 'CONFIRMED') throw new Error(confirmed.result);
    return { ...(await trying(userId)), secret, first, recoveryCodes: confirmed.recoveryCodes };
  }

  return { orgId, database, within, origin, person, trying, enrolled, close: () => database.close() };
}
