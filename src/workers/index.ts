import type { Database } from '../database/open.ts';
import type { TaskName } from '../queue.ts';
import { cleanUp } from './clean-up.ts';
import { expireCredentials } from './expire-credentials.ts';

/** A task that runs again and again. */
export interface RepeatingTask {
  run(database: Database): Promise<void>;
  everySeconds: number;
}

/** Every task, once: a missing or misnamed one does not compile. */
export const tasks: { [Name in TaskName]: RepeatingTask } = {
  'expire-credentials': { run: expireCredentials, everySeconds: 30 },
  'clean-up': { run: cleanUp, everySeconds: 3600 },
};
