// Seals the audit log as the service's worker does, every three seconds, while it is told to.
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/database/open.ts';
import { createVault } from '../../src/platform/vault.ts';
import { sealAudit } from '../../src/workers/seal-audit.ts';
import { answerParent, startedWith } from '../child.ts';

const { databaseUrl, masterKey } = startedWith as { databaseUrl: string; masterKey: string };
const database = await openDatabase(databaseUrl, 5);
const vault = createVault([Buffer.from(masterKey, 'base64')]);
let on = false;
let running: Promise<void> = Promise.resolve();

const seal = async (): Promise<void> => {
  while (on) {
    await sealAudit(database, vault);
    for (let waited = 0; on && waited < 3_000; waited += 100) await wait(100);
  }
};

answerParent(
  {},
  {
    begin: () => {
      on = true;
      running = seal();
    },
    end: async () => {
      on = false;
      await running;
    },
    all: () => sealAudit(database, vault),
  },
);
