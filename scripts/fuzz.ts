// Fuzzes the service, as production runs it and on a fresh database, with Schemathesis: for MINUTES, from SEED.
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { newId } from '../src/lib/id.ts';
import { newSecret } from '../src/lib/secret.ts';
import { type Contract, follow, isOurs, operationsOf } from '../src/lib/contract.ts';
import { readContract } from './contract.ts';
import { makeAnomalies } from './fuzz-anomalies.ts';
import { makeDeadLetters } from './fuzz-dead-letters.ts';
import { startFuzzIssuer } from './fuzz-issuer.ts';
import { makePasskeys } from './fuzz-passkeys.ts';
import { makeSessions } from './fuzz-sessions.ts';

const folder = '.cache/fuzz';
/** How long the service may take to start, to stop, and to answer us. */
const limit = 60_000;

/**
 * Returns the arguments of Schemathesis. All other settings are in test/fuzz/schemathesis.toml.
 * @param only the operations to call; without any, all are called
 */
export function schemathesisArguments(
  origin: string,
  minutes: number,
  seed: number,
  only: readonly string[] = [],
): string[] {
  const settings = ['--max-time', String(minutes * 60), '--seed', String(seed), '--url', origin];
  if (only.length > 0) settings.push('--phases', 'examples,coverage,fuzzing');
  for (const id of only) settings.push('--include-operation-id', id);
  return [
    '--config-file',
    'test/fuzz/schemathesis.toml',
    'run',
    ...settings,
    `${origin}/api/v1/openapi.json`,
  ];
}

/** The operations that never succeeded, by the service's metrics: of those a run has proved little. */
export function neverSucceeded(metrics: string, operations: string[]): string[] {
  const successes = /^keyward_http_request_duration_seconds_count\{operation="(\w+)",status="2\d\d"\}/gm;
  const succeeded = new Set([...metrics.matchAll(successes)].map(([, operation]) => operation));
  return operations.filter((operation) => !succeeded.has(operation));
}

/**
 * Returns how attempts to deliver ended, by the service's metrics, without failed look-ups of a name. A run must call
 * no receiver.
 */
export function calledSomebody(metrics: string): string[] {
  const ends = [...metrics.matchAll(/^keyward_webhook_attempt_duration_seconds_count\{outcome="(\w+)"\}/gm)];
  return ends.flatMap(([, outcome = '']) => (outcome === 'DNS_FAILURE' ? [] : [outcome]));
}

/** Returns a path that tells whether an API key is still valid, by any response other than a refusal. */
export function guardedPath(contract: Contract): string {
  const guarded = operationsOf(contract).find(
    ({ method, path, security = contract.security ?? [] }) =>
      method === 'GET' && !path.includes('{') && security.some((schemes) => 'apiKey' in schemes),
  );
  if (!guarded) throw new Error('No operation tells whether the run still has its key');
  return guarded.path;
}

/** Returns these operations, and those that create what they work on, by the links of the contract. */
export function withCreators(contract: Contract, ids: readonly string[]): string[] {
  const creators = operationsOf(contract).filter(({ responses }) => {
    const { links = {} } = follow(contract, responses['201'] ?? {});
    return Object.values(links).some((link) => ids.includes(follow(contract, link).operationId ?? ''));
  });
  return [...new Set([...ids, ...creators.map(({ id }) => id)])];
}

/** The process that signals are passed on to. The clean-up follows when it has ended. */
let working: ChildProcess;

async function startService(key: string, orgId: string, env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'keyward-fuzz-'));
  const child = spawn(process.execPath, ['src/main.ts'], {
    // Settings of this machine say nothing about the service.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      PORT: '0',
      DATA_DIR: dataDir,
      BOOTSTRAP_LIVE_KEY: key,
      BOOTSTRAP_ORG_ID: orgId,
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
      RATE_LIMIT_PER_MINUTE: '0',
      // Good data may not get 429.
      MAX_INVITATIONS_PER_HOUR: '1000000',
      MAX_MAILS_PER_HOUR: '1000000',
      // A quota that is reached would hide everything behind it.
      MAX_IDENTITIES: '1000000000',
      MAX_CREDENTIALS: '1000000000',
      MAX_CREDENTIALS_PER_IDENTITY: '1000000000',
      MAX_SCIM_TOKENS: '1000000000',
      MAX_WEBHOOKS: '1000000000',
      MAX_OIDC_CLIENTS: '1000000000',
      MAX_OIDC_SCOPES: '10000',
      MAX_SERVICE_PROVIDERS: '10000',
      MAX_CONNECTIONS: '10000',
      MAX_NAMED_LOCATIONS: '1000',
      ...env,
      MAX_POLICIES: '10000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  working = child;
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  child.stdout.pipe(createWriteStream(`${folder}/service.log`));
  const ready = new Promise<string>((done, fail) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, port] = /^ready http:\/\/localhost:(\d+)$/.exec(line) ?? [];
      if (port !== undefined) done(`http://127.0.0.1:${port}`);
    });
    const failed = () => fail(new Error(`The service did not start: ${folder}/service.log`));
    void ended.then(failed);
    setTimeout(failed, limit).unref();
  });
  return {
    ready,
    async stop() {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), limit);
      await ended;
      clearTimeout(killing);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A token for the SCIM operations, of the tenant that the key belongs to. */
async function createScimToken(origin: string, key: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/directory/scim/tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'fuzz' }),
    signal: AbortSignal.timeout(limit),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`There is no SCIM token to fuzz with: ${answer.status}`);
  return token;
}

/** @param env what test/fuzz reads of the environment */
function runSchemathesis(words: string[], env: Record<string, string>): Promise<number> {
  console.log(`schemathesis ${words.join(' ')}`);
  const child = spawn('.cache/python/bin/schemathesis', words, {
    // A proxy of this machine has no way to the loopback.
    env: { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', ...env },
    stdio: 'inherit',
  });
  working = child;
  return new Promise((done, fail) => child.once('error', fail).once('close', (code) => done(code ?? 1)));
}

/**
 * What the run cannot make succeed: the contract as YAML is left out (test/fuzz/hooks.py); the metadata of a service provider
 * would have to stand at an address that the service may call; only a SAML key that waits can be activated; and a domain is proved
 * by a record of the DNS.
 */
const unreachable: ReadonlySet<string> = new Set([
  'getOpenapiYaml',
  'refreshServiceProviderMetadata',
  'approveServiceProviderChange',
  'rejectServiceProviderChange',
  'refreshSamlConnectionMetadata',
  'approveSamlConnectionChange',
  'rejectSamlConnectionChange',
  'activateSigningKey',
  'verifyFederatedDomain',
]);

async function readMetrics(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(limit) });
  const metrics = await answer.text();
  writeFileSync(`${folder}/metrics.txt`, metrics);
  return metrics;
}

/** Returns the operations that a run can make succeed, and that never succeeded. */
const idleOf = (metrics: string): string[] =>
  neverSucceeded(
    metrics,
    // Reports of leaks are sent without a signature, and refused.
    operationsOf(readContract()).flatMap((one) => (isOurs(one) && !unreachable.has(one.id) ? [one.id] : [])),
  );

/** Why what was found, or not found, means nothing. */
async function worthless(origin: string, key: string): Promise<string[]> {
  const metrics = await readMetrics(origin);
  const idle = idleOf(metrics);
  const called = calledSomebody(metrics);
  const headers = { Authorization: `Bearer ${key}` };
  const { status } = await fetch(`${origin}${guardedPath(readContract())}`, {
    headers,
    signal: AbortSignal.timeout(limit),
  });
  return [
    ...(status === 401 ? ['The run has destroyed its own key, which now answers 401.'] : []),
    ...(called.length === 0 ? [] : [`Webhooks were called, which ended with ${called.join(', ')}.`]),
    ...(idle.length === 0 ? [] : [`Never answered 2xx, so hardly tested: ${idle.join(', ')}.`]),
  ];
}

if (import.meta.main) {
  process.on('SIGINT', () => {}); // the terminal sends it to all of us
  process.on('SIGTERM', () => working.kill('SIGTERM'));
  rmSync('.schemathesis', { recursive: true, force: true }); // the findings of the last run
  mkdirSync(folder, { recursive: true });
  const key = newSecret('kd_live_');
  const orgId = newId('org');
  const issuer = await startFuzzIssuer(resolve(folder));
  const service = await startService(key, orgId, issuer.env);
  try {
    const origin = await service.ready;
    const { MINUTES = '5', SEED = '1' } = process.env;
    const deadLetters = await makeDeadLetters(origin, key, AbortSignal.timeout(limit));
    await makeAnomalies(origin, key, AbortSignal.timeout(limit));
    const passkeys = await makePasskeys(origin, key, orgId);
    const sessions = await makeSessions(origin, key, orgId);
    const found = resolve(folder, 'found.pickle');
    rmSync(found, { force: true });
    const env = {
      KEYWARD_FOUND: found,
      KEYWARD_KEY: key,
      KEYWARD_ORG_ID: orgId,
      KEYWARD_DEAD_LETTERS: deadLetters.join(' '),
      KEYWARD_PASSKEYS: passkeys.join(' '),
      KEYWARD_SESSIONS: sessions.join(' '),
      KEYWARD_ISSUER: issuer.url,
      KEYWARD_WORKLOADS: await issuer.serveBodies(origin, key, orgId),
      KEYWARD_SCIM_TOKEN: await createScimToken(origin, key),
    };
    const words = schemathesisArguments(origin, Number(MINUTES), Number(SEED));
    process.exitCode = await runSchemathesis(words, env);
    // Which calls are made follows from the time that each takes, so an operation may have had no good call by chance.
    const idle = await readMetrics(origin).then(idleOf, () => []);
    if (!process.exitCode && idle.length > 0) {
      console.log(`Once more, for one minute: ${idle.join(', ')}`);
      process.exitCode = await runSchemathesis(
        schemathesisArguments(origin, 1, Number(SEED) + 1, withCreators(readContract(), idle)),
        env,
      );
    }
    const reasons = await worthless(origin, key).catch(() => ['The service is gone.']);
    for (const reason of reasons) console.error(reason);
    if (reasons.length > 0) process.exitCode ||= 1;
    if (process.exitCode) console.error(`What the service logged, by request id: ${folder}/service.log`);
  } finally {
    issuer.stop();
    await service.stop();
  }
}
