// The real service, as `make start` runs it, on the database of the bench.
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { type ServiceOptions, startService } from '../../src/service.ts';
import { answerParent, startedWith } from '../frame/child.ts';
import { memory } from './memory.ts';

const { databaseUrl, env, masterKey, sizes, oauthBy } = startedWith as {
  databaseUrl: string;
  env: Record<string, string>;
  /** In base64. */
  masterKey: string;
  /** How many requests of each class of work run at once, where not as many as usual. */
  sizes?: NonNullable<ServiceOptions['sizes']>;
  /** Set if the engine answers what machines ask. */
  oauthBy?: 'engine';
};
const config = readConfig({ PORT: '0', ...env });
const { port } = await startService({
  config,
  databaseUrl,
  masterKeys: [Buffer.from(masterKey, 'base64')],
  log: createLog(config),
  ...(sizes ? { sizes } : {}),
  ...(oauthBy ? { oauthBy } : {}),
});
answerParent({ port }, { collected: memory });
