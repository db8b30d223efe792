// The floor of deliveries: a job for each, which does one `fetch`. No signature, no guard, no attempt that is written
// down, no bound per receiver.
import { Logger, type Runner, run } from 'graphile-worker';
import { answerParent, startedWith } from '../frame/child.ts';

const { databaseUrl } = startedWith as { databaseUrl: string };
let runner: Runner | undefined;
let failed = 0;

answerParent(
  {},
  {
    async begin({ concurrency, batches, url }: { concurrency: number; batches: boolean; url: string }) {
      runner = await run({
        connectionString: databaseUrl,
        maxPoolSize: 10,
        concurrency,
        noHandleSignals: true,
        pollInterval: 2_000,
        logger: new Logger(() => () => undefined),
        taskList: {
          async send(payload) {
            const response = await fetch(url, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(payload),
            });
            await response.arrayBuffer();
            if (response.status !== 204) failed++;
          },
        },
        preset: {
          // As its documentation has it for speed; without, each job is fetched and completed by itself.
          worker: batches
            ? { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
            : {},
        },
      });
    },
    async end() {
      await runner?.stop();
      const count = failed;
      failed = 0;
      return count;
    },
  },
);
