import { newId } from '../../src/lib/id.ts';
import { beginTotp, confirmTotp } from '../../src/users/factors/totp.ts';
import { aUser } from './builders.ts';
import { type besides, codeOf, vault } from './second-factors.ts';
import type { TestService } from './service.ts';
import { anEmail } from './users.ts';

/** Creates a user with the password `vivid-harbor-cello-42` and an authenticator app. */
export async function withApp(
  { ours }: Pick<TestService, 'ours'>,
  { within, origin }: Pick<Awaited<ReturnType<typeof besides>>, 'within' | 'origin'>,
): Promise<{ userId: string; email: string; nextCode: () => string }> {
  const email = anEmail();
  const userId = await aUser(ours, { email, password: 'vivid-harbor-cello-42' });
  const holder = newId('ses');
  const secret = await within(async (tx) => {
    const begun = await beginTotp(tx, vault, { userId, holder });
    if (!begun) throw new Error('nothing was begun');
    return begun.secret;
  });
  await within((tx) => confirmTotp(tx, vault, { userId, holder, code: codeOf(secret) }, origin));
  return { userId, email, nextCode: () => codeOf(secret, 30) };
}
