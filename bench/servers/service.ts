// The real service, as `make start` runs it, on the database of the bench.
import { randomBytes } from 'node:crypto';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { startService } from '../../src/service.ts';
import { answerParent, startedWith } from '../child.ts';

const { databaseUrl, env, masterKey } = startedWith as {
  databaseUrl: string;
  env: Record<string, string>;
  /** In base64, where another process has to open what this one seals. */
  masterKey?: string;
};
const config = readConfig({ PORT: '0', ...env });
const { port } = await startService({
  config,
  databaseUrl,
  masterKeys: [masterKey === undefined ? randomBytes(32) : Buffer.from(masterKey, 'base64')],
  log: createLog(config),
});
answerParent({ port });
