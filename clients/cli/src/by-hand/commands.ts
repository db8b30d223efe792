// The list of the commands that are written by hand. Each is a file of this folder.
import type { HandCommands } from './hand-command.ts';

export const handCommands: HandCommands = [
  {
    name: 'verify',
    about: 'Verify a credential from standard input or a file',
    load: () => import('./verify.ts'),
  },
];

/** First words of commands by hand that have a verb, where no family has the same word. */
export const handGroups: Readonly<Record<string, string>> = {
  audit: 'The audit log as it grows',
};
