import { availableParallelism } from 'node:os';
import { hash as argon2, verify } from '@node-rs/argon2';
import { batched } from '../batch.ts';
import { Failure } from '../failure.ts';
import {
  brokenRules,
  defaultPasswordPolicy,
  normalizedPassword,
  type PasswordOwner,
  type PasswordPolicy,
} from '../lib/password-policy.ts';

/** The first setting of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane; the library's type is id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Of this process and not of a service, because what it guards belongs to the process: its cores, and 19 MiB for each
 * hash that runs. It knows nothing of what is hashed. A call waits about a second at most; the rest is refused.
 */
const inTurn = batched(async ([work]: (() => Promise<unknown>)[]) => [await work?.()], {
  inFlight: availableParallelism(),
  most: 1,
  mostWaiting: 100 * availableParallelism(),
});

/** What `inTurn` answers is what `work` gave. @throws {Failure} SERVICE_UNAVAILABLE when too many wait */
const bounded = async <Result>(work: () => Promise<Result>): Promise<Result> =>
  (await inTurn(work)) as Result;

/** Of a password nobody has, at our cost: to compare with where there is no hash takes as long as where there is one. */
const nobodys =
  '$argon2id$v=19$m=19456,t=2,p=1$sKCqweg+sDkYCv3LinHezQ$0YrakRrxv2EdQvf/A8ebAjlT91nlCOB4Y/m015yIj9M';

/**
 * Checks a new password and gives the hash to store, an argon2id PHC string.
 *
 * @param previous the hashes of earlier passwords, newest first, the present one among them
 * @throws {Failure} PASSWORD_POLICY_VIOLATION, whose details name each broken rule; SERVICE_UNAVAILABLE when too many
 * hashes are waited for
 */
export async function newPasswordHash(
  password: string,
  about: PasswordOwner,
  previous: readonly string[],
  policy: PasswordPolicy = defaultPasswordPolicy,
): Promise<string> {
  const normalized = normalizedPassword(password);
  const common = policy.disallowCommon ? await commonPasswords() : new Set<string>();
  const broken = brokenRules(policy, { password: normalized, about, common });
  if (Object.keys(broken).length > 0) throw new Failure('PASSWORD_POLICY_VIOLATION', broken);
  const repetition = await repetitionOf(password, previous, policy);
  if (repetition) throw repetition;
  return bounded(() => argon2(normalized, cost));
}

/**
 * @param previous as `newPasswordHash` takes them
 * @returns PASSWORD_POLICY_VIOLATION when one of them is the hash of this password; undefined when none is
 * @throws {Failure} SERVICE_UNAVAILABLE when too many hashes are waited for
 */
export async function repetitionOf(
  password: string,
  previous: readonly string[],
  { historyCount }: PasswordPolicy = defaultPasswordPolicy,
): Promise<Failure | undefined> {
  for (const hash of previous.slice(0, historyCount)) {
    if (await isPassword(hash, password)) {
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
 * @throws when the hash is no PHC string of argon2; {Failure} SERVICE_UNAVAILABLE when too many wait
 */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const same = await bounded(() => verify(hash ?? nobodys, normalizedPassword(password)));
  return same && hash !== null;
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** 49,000 passwords, loaded when first needed: 15 ms and 3 MB. The whole of zxcvbn takes ten times as much. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    ({ default: passwords }) => new Set(passwords.map((password) => password.toLowerCase())),
  );
  return loaded;
}
