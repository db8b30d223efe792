import type { Database } from '../database/open.ts';
import type { Mailer } from '../mail.ts';
import type { TaskName } from '../queue.ts';
import { cleanUp } from './clean-up.ts';
import { expireCredentials } from './expire-credentials.ts';
import { offboardUsers } from './offboard-users.ts';
import { sendInvitation } from './send-invitation.ts';

/** A task that runs again and again. */
export interface RepeatingTask {
  run(database: Database, mailer: Mailer): Promise<void>;
  everySeconds: number;
}

/** What tasks that somebody asks for work with. */
export interface TaskParts {
  database: Database;
  mailer: Mailer;
  /** The public origin; known once the server listens. */
  baseUrl: () => string;
}

export const repeatingTasks = {
  'expire-credentials': { run: expireCredentials, everySeconds: 30 },
  'offboard-users': { run: offboardUsers, everySeconds: 30 },
  'clean-up': { run: cleanUp, everySeconds: 3600 },
} satisfies Partial<Record<TaskName, RepeatingTask>>;

export type RepeatingTaskName = keyof typeof repeatingTasks;
export type AskedTaskName = Exclude<TaskName, RepeatingTaskName>;

/** Every other task: runs once for each job, and again, later and later, while it throws. A missing one does not compile. */
export const askedTasks: {
  [Name in AskedTaskName]: (parts: TaskParts, payload: GraphileWorker.Tasks[Name]) => Promise<void>;
} = {
  'send-invitation': sendInvitation,
};
