// A service that verifies keys with the cache, in a process of its own, so that it can be paused and its clock moved.
import { setTimeout as wait } from 'node:timers/promises';
import { Keyward, type VerificationCache, verificationCache } from '../../clients/typescript/src/index.ts';
import { answerParent, startedWith } from '../frame/child.ts';
import { type ApiOptions, type Checked, now, type Refusal } from './checked.ts';

const { baseUrl, streamUrl, apiKey, maxStaleSeconds } = startedWith as ApiOptions;
let requests = 0;
const client = new Keyward({
  baseUrl,
  apiKey,
  fetch: (target, init) => {
    const { url } = new Request(target);
    if (url.includes('/credentials/changes')) return fetch(url.replace(baseUrl, streamUrl), init);
    requests += 1;
    return fetch(url, init);
  },
});
const cache: VerificationCache = verificationCache(client, { maxStaleSeconds });
const isValid = async (credential: string): Promise<boolean> =>
  (await cache.credentials.verify({ credential }, { timeoutMs: 5_000, maxRetries: 0 })).valid;

/** Waits until the stream of changes is open. */
async function open(key: string): Promise<void> {
  while (!cache.isOn()) {
    await isValid(key);
    await wait(20);
  }
}

/** Times so many verifications of kept answers, in milliseconds. */
async function hits({ key, times }: { key: string; times: number }): Promise<number[]> {
  await open(key);
  await isValid(key);
  const took: number[] = [];
  while (took.length < times) {
    const before = requests;
    const began = performance.now();
    await isValid(key);
    if (requests === before) took.push(performance.now() - began);
  }
  return took;
}

/** Verifies a kept key again and again until it is refused. */
async function untilRefused(key: string): Promise<Refusal> {
  const before = requests;
  for (;;) {
    const at = now();
    if (!(await isValid(key))) return { at, requests: requests - before };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const keys = new Set<string>();
const refused = new Set<string>();
let isChecking = false;
const checked: Checked = { checks: 0, requests: 0, failures: 0, lastValid: new Map() };

async function checkOne(key: string): Promise<void> {
  const began = now();
  try {
    if (await isValid(key)) checked.lastValid.set(key, began);
    else refused.add(key);
  } catch {
    checked.failures += 1;
  }
  checked.checks += 1;
}

/** Verifies the keys in turns, so many a second at most, until it is told to stop. Refused keys are seldom tried again: each is a request. */
async function check(perSecond: number): Promise<void> {
  isChecking = true;
  while (isChecking) {
    const due = [...keys].filter((key) => !refused.has(key) || Math.random() < 0.02);
    await Promise.all([...due.map(checkOne), wait((due.length * 1_000) / perSecond)]);
  }
}

const wallClock = Date.now;
answerParent(
  {},
  {
    open,
    hits,
    untilRefused,
    keep: (key: string) => open(key).then(() => isValid(key)),
    watch: (more: string[]) => more.forEach((key) => keys.add(key)),
    unwatch: (key: string) => keys.delete(key),
    begin(perSecond: number) {
      requests = 0;
      void check(perSecond);
    },
    progress: () => checked.checks,
    isOn: () => cache.isOn(),
    moveClock: (milliseconds: number) => {
      Date.now = () => wallClock() + milliseconds;
    },
    end: () => {
      isChecking = false;
      return { ...checked, requests };
    },
  },
);
