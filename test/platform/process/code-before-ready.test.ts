import { describe, expect } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { newId } from '../../../src/lib/id.ts';
import { createClient } from '../../support/client.ts';
import { faultsOfFamilies } from '../../support/every-family.ts';
import { migratedDatabase, service, sourceProgram } from '../../support/process.ts';
import { test } from '../../support/service.ts';

/** Refuses each module that is loaded after the process is ready, as if its file were removed, and prints its name. */
const removing = (modules: RegExp): string =>
  `data:text/javascript,${encodeURIComponent(`
import { isBuiltin, registerHooks } from 'node:module';
let ready = false;
const { write } = process.stdout;
process.stdout.write = (text, ...given) => {
  ready ||= text.startsWith('ready ');
  return write.call(process.stdout, text, ...given);
};
registerHooks({
  resolve(specifier, context, next) {
    if (ready && !isBuiltin(specifier) && ${modules}.test(specifier)) {
      console.log('not there: ' + specifier);
      throw Object.assign(new Error('not there: ' + specifier), { code: 'ERR_MODULE_NOT_FOUND' });
    }
    return next(specifier, context);
  },
});`)}`;

async function startWithout(modules: RegExp, changes: Record<string, string> = {}) {
  const { env } = await migratedDatabase();
  const key = newSecret('kd_live_');
  const orgId = newId('org');
  const node = await service(
    {
      ...env,
      BOOTSTRAP_LIVE_KEY: key,
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
      BOOTSTRAP_ORG_ID: orgId,
      BOOTSTRAP_TEST_ORG_ID: newId('org'),
      RATE_LIMIT_PER_MINUTE: '0',
      WARM_UP: 'on',
      NODE_OPTIONS: `--import=${removing(modules)}`,
      ...changes,
    },
    sourceProgram,
  );
  return { ...node, key, orgId };
}

describe('a node whose files are removed after it is ready', { timeout: 60_000 }, () => {
  test('answers requests of each family, and for pages, and loads nothing', async () => {
    const { origin, key, orgId, printed } = await startWithout(/./);
    expect(await faultsOfFamilies(origin, key, orgId)).toEqual([]);
    expect(printed().match(/^not there: .*/gm) ?? []).toEqual([]);
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
  });

  test('says that it is not ready, if it had not loaded them before', async () => {
    const { origin, key } = await startWithout(/policies\.ts$/, { WARM_UP: 'off' });
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect((await createClient(origin, key).call('listPolicies')).status).toBe(500);
    const answer = await fetch(`${origin}/health/ready`);
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { status: 'failing', checks: { code: expect.stringContaining('restart'), database: 'ok' } },
    ]);
  });
});
