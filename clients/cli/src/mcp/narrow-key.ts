// A key that can do no more than the tools. It is made for one run, lives for an hour at most, and is revoked at the end.
import { holds } from '../../../../src/lib/scope.ts';
import { KeywardAnswerError, KeywardError } from '../../../typescript/src/errors.ts';
import { UsageError } from '../failures.ts';
import type { Operations } from './operations.ts';
import { fitting, type WantedScopes } from './narrow.ts';

/** How long a key of a run lives if the run cannot revoke it. */
const lifeMs = 3_600_000;
/** A key with less time than this is replaced at the next call. */
const leastLeftMs = 600_000;
/** A client of MCP that ends a server waits for about two seconds. */
const endingMs = 1500;

/** The answer of `GET /me` for a key. */
interface Me {
  type: string;
  id: string;
  scopes: readonly string[];
}

/** The bounds of the caller in a refusal (docs/rights.md). */
interface Bounds {
  expiresAt?: string | null;
  usesLeft?: number | null;
  allowedIps?: string[];
  rateLimitPerMinute?: number | null;
}

interface Made {
  id: string;
  key: string;
  /** When the next call replaces it. */
  until: number;
  endsAt: number;
}

/** The sentence of a refusal, with what the user can do. */
const refusal = (why: string, scopes: readonly string[]): UsageError =>
  new UsageError(
    `${why} Make a key with the scopes of the tools, and give it to this command: keyward credentials create --identity ID --name mcp ${scopes.map((scope) => `--scope ${scope}`).join(' ')}`,
  );

export interface NarrowKeyOptions extends WantedScopes {
  /** Calls operations with a key. */
  as: (key: string) => Operations;
  /** The key of the environment. */
  key: string;
  now?: () => number;
}

export class NarrowKey {
  /** The scopes that calls are made with: those of the tools that the key of the environment has. */
  readonly scopes: readonly string[];
  readonly #options: NarrowKeyOptions;
  readonly #now: () => number;
  /** The identity of the key. Undefined if the key of the environment is narrow itself. */
  readonly #identityId: string | undefined;
  /** Undefined before the first call. */
  #current: Promise<Made> | undefined;
  /** Keys that were made and may still work. */
  readonly #left = new Set<Made>();
  #isOver = false;
  #areRevoked = true;

  private constructor(options: NarrowKeyOptions, scopes: readonly string[], identityId: string | undefined) {
    this.#options = options;
    this.scopes = scopes;
    this.#identityId = identityId;
    this.#now = options.now ?? Date.now;
  }

  /** @throws {UsageError} if the key lacks a scope of `--allow`, or if it can do more and cannot make a narrower key */
  static async open(options: NarrowKeyOptions): Promise<NarrowKey> {
    const own = options.as(options.key);
    const { type, id, scopes: held } = (await own('me get')) as Me;
    if (type !== 'API_KEY') throw new UsageError('KEYWARD_API_KEY must be an API key.');
    const { scopes, hasMore } = fitting(held, options, 'Your key');
    if (!hasMore) return new NarrowKey(options, scopes, undefined);
    const needed = ['credentials.read', 'credentials.write'].filter((scope) => !holds(held, scope));
    if (needed.length > 0)
      throw refusal(
        `Your key can do more than the tools. To make a narrower key for this run, it needs ${needed.join(' and ')}.`,
        scopes,
      );
    const { identityId } = (await own('credentials get', { path: [id] })) as { identityId: string };
    return new NarrowKey(options, scopes, identityId);
  }

  /** Whether a key is made for this run. */
  get isMade(): boolean {
    return this.#identityId !== undefined;
  }

  /**
   * Returns the key for the next call. The first call makes it, because many runs end without a call: clients start a server to ask which
   * revision it speaks. A key that ends soon is replaced.
   */
  async current(): Promise<string> {
    if (!this.isMade) return this.#options.key;
    const before = this.#current;
    const old = before && (await before);
    if (old && this.#now() < old.until) return old.key;
    // Calls at the same time share the new key.
    const now = this.#current === before || !this.#current ? this.#make() : this.#current;
    this.#current = now;
    try {
      return (await now).key;
    } catch (error) {
      // The next call tries again. Until the old key ends, it works.
      if (this.#current === now) this.#current = before;
      if (old && this.#now() < old.endsAt) return old.key;
      throw error;
    }
  }

  /** @throws {UsageError} if the key of the environment may not make it */
  async #make(): Promise<Made> {
    try {
      return await this.#create({});
    } catch (error) {
      // A key with bounds gives keys within them only. The refusal says which they are.
      if (error instanceof KeywardError && error.code === 'BOUND_NOT_GRANTABLE')
        return this.#create(error.details);
      if (error instanceof KeywardAnswerError || !(error instanceof KeywardError) || error.status !== 403)
        throw error;
      throw refusal(`Your key may not make a narrower key. ${error.message}`, this.scopes);
    }
  }

  async #create({ expiresAt, usesLeft, allowedIps = [], rateLimitPerMinute }: Bounds): Promise<Made> {
    const begun = this.#now();
    // The clocks of two machines differ by some seconds.
    const longest = expiresAt ? Math.min(lifeMs, Date.parse(expiresAt) - begun - 5000) : lifeMs;
    const seconds = Math.max(1, Math.floor(longest / 1000));
    const body = {
      identityId: this.#identityId,
      name: 'keyward mcp',
      duration: `${seconds}s`,
      scopes: this.scopes,
      ...(typeof usesLeft === 'number' && { maxUsage: Math.max(1, usesLeft - 1) }),
      ...(allowedIps.length > 0 && { allowedIps }),
      ...(typeof rateLimitPerMinute === 'number' && { rateLimitPerMinute }),
    };
    const own = this.#options.as(this.#options.key);
    const { id, credential: key } = (await own('credentials create-jit', { body })) as {
      id: string;
      credential: string;
    };
    const endsAt = begun + seconds * 1000;
    const made = { id, key, endsAt, until: endsAt - Math.min(leastLeftMs, seconds * 500) };
    for (const one of this.#left) if (one.endsAt < begun) this.#left.delete(one);
    this.#left.add(made);
    if (this.#isOver) await this.#revoke();
    return made;
  }

  /** Revokes the keys of this run. Returns whether all of them are revoked. */
  async end(): Promise<boolean> {
    this.#isOver = true;
    const made = this.#current?.then(
      () => true,
      () => true,
    );
    // A key that is being made comes soon, or may come after the process has ended.
    const hasCome = await Promise.race([made ?? true, after(endingMs)]);
    await this.#revoke();
    return hasCome && this.#areRevoked;
  }

  async #revoke(): Promise<void> {
    const keys = [...this.#left];
    this.#left.clear();
    const revoked = await Promise.all(keys.map((made) => this.#revokeOne(made)));
    this.#areRevoked &&= revoked.every(Boolean);
  }

  async #revokeOne({ id, key, endsAt }: Made): Promise<boolean> {
    if (this.#now() >= endsAt) return true;
    const { as, key: own } = this.#options;
    try {
      await as(key)('credentials revoke-own', { timeoutMs: endingMs });
      return true;
    } catch {
      // A proxy refuses with 401 as well, and a key of a suspended identity may work again later.
    }
    try {
      const body = { reason: 'The run of keyward mcp ended' };
      await as(own)('credentials revoke', { path: [id], body, timeoutMs: endingMs });
      return true;
    } catch {
      return false;
    }
  }
}

const after = (ms: number): Promise<false> =>
  new Promise((done) => void setTimeout(() => done(false), ms).unref());
