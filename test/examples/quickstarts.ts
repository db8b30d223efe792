import { lacks, lacksCurl, programOf } from '../support/programs.ts';
import { javascript } from './javascript.ts';
import { languages } from './languages.ts';
import type { Quickstart } from './quickstart.ts';

/** All quickstarts of `examples/`. */
export const quickstarts: readonly Quickstart[] = [...javascript, ...languages];

/** The browser in which quickstarts are tried out. */
export const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');

/** Whether this machine lacks a program that docs/quickstarts.md or its tests need. */
export const lacksPrograms = (): boolean =>
  lacks(chromium, 'quickstarts are tried out only with Chromium (Debian: apt-get install chromium)') ||
  lacks(programOf('openssl'), 'quickstarts need openssl (Debian: apt-get install openssl)') ||
  lacksCurl('quickstarts');

/** Whether this machine lacks a program of one quickstart or MCP server. */
export const lacksProgramOf = ({ needs }: Pick<Quickstart, 'needs'>): boolean =>
  needs !== undefined && lacks(needs.program, needs.hint);
