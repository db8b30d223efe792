// The list of the commands that are written by hand. Each is a file of this folder.
import type { HandCommands } from './hand-command.ts';

export const handCommands: HandCommands = [
  {
    name: 'login',
    about: 'Sign in, and keep the sign-in as a profile',
    load: () => import('./login.ts'),
  },
  {
    name: 'logout',
    about: 'End the sign-in of a profile, and forget it',
    load: () => import('./logout.ts'),
  },
  {
    name: 'whoami',
    about: 'Show the caller: the key or profile, the user, and the tenant',
    load: () => import('./whoami.ts'),
  },
  {
    name: 'profiles',
    about: 'List the profiles of this user',
    load: () => import('./profiles.ts'),
  },
  {
    name: 'config export',
    about: 'Write the configuration of the service to files',
    load: () => import('./config-export.ts'),
  },
  {
    name: 'config plan',
    about: 'Show what differs between files and the service',
    load: () => import('./config-plan.ts'),
  },
  {
    name: 'config apply',
    about: 'Change the service so that it has what the files say',
    load: () => import('./config-apply.ts'),
  },
  {
    name: 'config schema',
    about: 'Print the JSON Schema of configuration files, for editors',
    load: () => import('./config-schema.ts'),
  },
  {
    name: 'verify',
    about: 'Verify a credential from standard input or a file',
    load: () => import('./verify.ts'),
  },
  {
    name: 'run',
    about: 'Run a command with a credential that ends with it',
    load: () => import('./run.ts'),
  },
  {
    name: 'audit tail',
    about: 'Print rows of the audit log as they are written',
    load: () => import('./audit-tail.ts'),
  },
  {
    name: 'listen',
    about: 'Forward events to a receiver on this machine',
    load: () => import('./listen.ts'),
  },
  {
    name: 'open',
    about: 'Open the dashboard page of an ID',
    load: () => import('./open.ts'),
  },
  {
    name: 'doctor',
    about: 'Check the settings, the clock, and what the service needs',
    load: () => import('./doctor.ts'),
  },
  {
    name: 'mcp',
    about: 'Serve the operations as tools to a coding agent (Model Context Protocol)',
    load: () => import('./mcp.ts'),
  },
];

/** First words of commands by hand that have a verb, where no family has the same word. */
export const handGroups: Readonly<Record<string, string>> = {
  audit: 'The audit log as it grows',
  config: 'Configuration as code: a directory of files, and what differs from it',
};
