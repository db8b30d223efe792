// The real service, as `make start` runs it, on the database of the bench.
import { randomBytes } from 'node:crypto';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { startService } from '../../src/service.ts';
import { answerParent, startedWith } from '../child.ts';

const { databaseUrl, env } = startedWith as { databaseUrl: string; env: Record<string, string> };
const config = readConfig({ PORT: '0', ...env });
const { port } = await startService({
  config,
  databaseUrl,
  masterKeys: [randomBytes(32)],
  log: createLog(config),
});
answerParent({ port });
