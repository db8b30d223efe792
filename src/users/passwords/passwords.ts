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

/**
 * The hash of a password that no user has, at our cost. A comparison for a user without a hash uses it, and takes as
 * long as one with a hash.
 */
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$sKCqweg+sDkYCv3LinHezQ$0YrakRrxv2EdQvf/A8ebAjlT91nlCOB4Y/m015yIj9M';

/** The rules for a new password: the policy of its tenant (`passwordRules`), and the list of the service. */
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

/** Looks the password up in its exact form, because attackers try passwords in the form they were breached in. */
async function requireNotBreached(
  forms: readonly string[],
  breached: PasswordRules['breached'],
): Promise<void> {
  // If the list cannot be read any longer, its rule still rejects the password.
  if (!breached.known) {
    const cause = new Error('a password policy requires BREACHED_PASSWORDS_FILE, which is not set');
    throw new Failure('SERVICE_UNAVAILABLE', {}, cause);
  }
  for (const form of new Set(forms)) {
    if (await breached.has(form)) {
      throw new Failure('PASSWORD_POLICY_VIOLATION', {
        disallowBreached: 'This password appeared in a data breach. Choose a different one.',
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
        historyCount: `Choose a password that differs from your last ${historyCount} passwords.`,
      });
    }
  }
  return undefined;
}

/**
 * Tells whether `hash` is the hash of this password. Without a hash the result is false, after the same time. So the
 * time does not tell which users have a password.
 * @throws when the hash is not a PHC string of argon2; {Failure} SERVICE_UNAVAILABLE when too many wait;
 * {RateLimited} when too many of this tenant do
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
