import { hash as argon2, verify } from '@node-rs/argon2';
import { Failure } from '../../failure.ts';
import type { BreachedPasswords } from './breached-passwords.ts';
import {
  brokenRules,
  normalizedPassword,
  type PasswordOwner,
  type PasswordPolicy,
} from '../../lib/password-policy.ts';
import { hashInTurn, payHashes } from '../../platform/heavy-work.ts';

/** The first setting of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane; the library's type is id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of a password nobody has, at our cost: to compare with where there is no hash takes as long as where there is one. */
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$sKCqweg+sDkYCv3LinHezQ$0YrakRrxv2EdQvf/A8ebAjlT91nlCOB4Y/m015yIj9M';

/** What a new password is held against: the policy of its tenant (`passwordRules`), and the list of the service. */
export interface PasswordRules {
  orgId: string;
  policy: PasswordPolicy;
  breached: Pick<BreachedPasswords, 'known' | 'has'>;
}

/**
 * Checks a new password and gives the hash to store, an argon2id PHC string.
 *
 * @param previous the hashes of earlier passwords, newest first, the present one among them
 * @param payer whose minute the hashes are taken from: the tenant, or the user who acts for themselves
 * @throws {Failure} PASSWORD_POLICY_VIOLATION, whose details name each broken rule; SERVICE_UNAVAILABLE when too many
 * hashes are waited for, or the policy asks for the list of breached passwords and it is gone; {RateLimited}
 */
export async function newPasswordHash(
  password: string,
  about: PasswordOwner,
  previous: readonly string[],
  rules: PasswordRules,
  payer: string = rules.orgId,
): Promise<string> {
  const { orgId, policy, breached } = rules;
  const normalized = normalizedPassword(password);
  const common = policy.disallowCommon ? await commonPasswords() : new Set<string>();
  const broken = brokenRules(policy, { password: normalized, about, common });
  if (Object.keys(broken).length > 0) throw new Failure('PASSWORD_POLICY_VIOLATION', broken);
  if (policy.disallowBreached) await requireNotBreached([password, normalized], breached);
  const repetition = await repetitionOf(password, previous, rules, payer);
  if (repetition) throw repetition;
  payHashes(payer, 1);
  return hashInTurn(orgId, () => argon2(normalized, cost));
}

/** Whoever tries passwords tries them in the form they were breached in. */
async function requireNotBreached(
  forms: readonly string[],
  breached: PasswordRules['breached'],
): Promise<void> {
  // A rule that nobody can check any more is no reason to take what it forbids.
  if (!breached.known) {
    const cause = new Error('a password policy needs BREACHED_PASSWORDS_FILE, which is not set');
    throw new Failure('SERVICE_UNAVAILABLE', {}, cause);
  }
  for (const form of new Set(forms)) {
    if (await breached.has(form)) {
      throw new Failure('PASSWORD_POLICY_VIOLATION', {
        disallowBreached: 'Choose another password: this one is known from a breach of some other service.',
      });
    }
  }
}

/**
 * @param previous as `newPasswordHash` takes them, as is `payer`
 * @returns PASSWORD_POLICY_VIOLATION when one of them is the hash of this password; undefined when none is
 * @throws {Failure} SERVICE_UNAVAILABLE when too many hashes are waited for; {RateLimited}
 */
export async function repetitionOf(
  password: string,
  previous: readonly string[],
  { orgId, policy: { historyCount } }: Pick<PasswordRules, 'orgId' | 'policy'>,
  payer: string,
): Promise<Failure | undefined> {
  const compared = previous.slice(0, historyCount);
  payHashes(payer, compared.length);
  for (const hash of compared) {
    if (await isPassword(hash, password, orgId)) {
      return new Failure('PASSWORD_POLICY_VIOLATION', {
        historyCount: `Choose a password that is none of your last ${historyCount}.`,
      });
    }
  }
  return undefined;
}

/**
 * Whether `hash` is the hash of this password. Without a hash it is not, after the same time, so that nobody can tell
 * who has a password.
 * @throws when the hash is no PHC string of argon2; {Failure} SERVICE_UNAVAILABLE when too many wait; {RateLimited} when
 * too many of this tenant do
 */
export async function isPassword(hash: string | null, password: string, orgId: string): Promise<boolean> {
  const same = await hashInTurn(orgId, () => verify(hash ?? nobodys, normalizedPassword(password)));
  return same && hash !== null;
}

/**
 * The hash to store in place of one that was made at another cost; undefined where that is as it should be.
 * @param password the one whose hash it is
 */
export async function rehashed(hash: string, password: string, orgId: string): Promise<string | undefined> {
  const wanted = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  return hash.startsWith(wanted)
    ? undefined
    : hashInTurn(orgId, () => argon2(normalizedPassword(password), cost));
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** 49,000 passwords, loaded when first needed: 15 ms and 3 MB. The whole of zxcvbn takes ten times as much. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    ({ default: passwords }) => new Set(passwords.map((password) => password.toLowerCase())),
  );
  return loaded;
}
