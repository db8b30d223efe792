import { installPackages } from './npm-packages.ts';
import type { Command, Quickstart } from './quickstart.ts';

/** Returns what installs a quickstart of Node and starts it. @param build a script of sh that its start needs */
export const onNode =
  (words: string[], build?: string) =>
  async (copy: string): Promise<Command> => {
    await installPackages(copy);
    return { command: process.execPath, words, ...(build === undefined ? {} : { build }) };
  };

const next = 'node_modules/next/dist/bin/next';

/** Quickstarts that run on Node. */
export const javascript: readonly Quickstart[] = [
  { name: 'express', type: 'web', isLight: true, install: onNode(['app.js']) },
  { name: 'mobile', type: 'native', isLight: true, install: onNode(['api.js']) },
  {
    name: 'react-spa',
    type: 'spa',
    isLight: true,
    install: onNode(['server.js'], 'node_modules/.bin/vite build'),
  },
  {
    name: 'nextjs',
    type: 'web',
    isLight: false,
    install: onNode(
      [next, 'start', '--hostname', 'localhost'],
      `NEXT_TELEMETRY_DISABLED=1 '${process.execPath}' ${next} build`,
    ),
  },
];
