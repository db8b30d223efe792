import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Profile } from '../../clients/cli/src/profiles/store.ts';
import { aUser } from './builders.ts';
import { keyward, type Ran, type Surroundings } from './cli.ts';
import type { Client } from './client.ts';
import { allowDevice } from './command-line.ts';
import { type Browser, issuerOf, signedIn } from './relying-party.ts';
import type { TestService } from './service.ts';

/** A user with a machine of their own, on which the command line keeps its profiles. */
export interface Machine {
  userId: string;
  browser: Browser;
  /** The address that the service calls itself. */
  url: string;
  /** The settings of the machine. */
  env: Record<string, string>;
  run: (words: readonly string[], more?: Surroundings) => Promise<Ran>;
  /** Signs in by the device flow, and answers on the pages as the user. */
  login: (words?: readonly string[], more?: Surroundings & { answer?: Answer }) => Promise<Ran>;
  fileOf: (profile?: string) => string;
  profile: (name?: string) => Profile;
  /** Returns the values of a profile that no one else may see. */
  secrets: (name?: string) => string[];
  /** Makes the access token of a profile one that has ended. */
  expire: (name?: string) => void;
}

type Answer = (browser: Browser, codes: Record<string, unknown>) => Promise<unknown>;

/** @param fields of the user, and the tenant in which the user is */
export async function aMachine(
  service: TestService,
  { at = service.ours, roles = ['ADMIN'] }: { at?: Client; roles?: readonly string[] } = {},
): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-machine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const userId = await aUser(at, { roles });
  const browser = await signedIn(service, { issuer: issuerOf(at), userId });
  const url = new URL(issuerOf(at)).origin;
  const env = { XDG_CONFIG_HOME: folder };
  const fileOf: Machine['fileOf'] = (name = 'default') => join(folder, 'keyward', 'profiles', `${name}.json`);
  const run: Machine['run'] = (words, more = {}) => keyward(words, { ...more, env: { ...env, ...more.env } });
  const profile: Machine['profile'] = (name) => JSON.parse(readFileSync(fileOf(name), 'utf8')) as Profile;
  return {
    userId,
    browser,
    url,
    env,
    run,
    fileOf,
    profile,
    secrets(name) {
      const { accessToken, refreshToken, key } = profile(name);
      return [accessToken, refreshToken, key.d];
    },
    expire(name) {
      writeFileSync(fileOf(name), JSON.stringify({ ...profile(name), expiresAt: Date.now() - 1000 }));
    },
    login(words = ['--url', url, '--tenant', String(at.orgId)], { answer = allowDevice, ...more } = {}) {
      return run(['login', ...words], { ...more, fetch: answering(browser, answer, more.fetch) });
    },
  };
}

/** Lets the user answer as soon as the code is there, and has the command ask for the answer soon. */
const answering =
  (browser: Browser, answer: Answer, send: typeof fetch = fetch): typeof fetch =>
  async (address, init) => {
    const response = await send(address, init);
    if (!new Request(address).url.endsWith('/device/authorize') || !response.ok) return response;
    const codes = (await response.json()) as Record<string, unknown>;
    await answer(browser, codes);
    return Response.json({ ...codes, interval: 0.05 });
  };
