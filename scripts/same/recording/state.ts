// The records of the recorder. This folder is copied into the work tree of the commit that is recorded. So its files import nothing
// of the repository.
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement, with the kinds of its values in their places. */
export type Statement = string;

/** An HTTP request that a server of the process received, and its response. */
export interface Exchange {
  /** The product, or a server that a test plays. */
  server: 'product' | 'other';
  method: string;
  url: string;
  /** Pairs of name and value, as they were sent. */
  requestHeaders: [string, string][];
  /** In base64. */
  requestBody: string;
  /** The status line and the headers as they were sent; empty if the connection ended before. */
  responseHead: string;
  /** In base64. */
  responseBody: string;
  /** Places among all begins and ends of the process, which tell what overlapped. */
  began: number;
  ended: number;
  /** The statements that the request sent until its response was written. */
  statements: Statement[];
}

/** The acts of one test. */
export interface TestRecord {
  /** The names of its suites and its own, joined by ` > `. */
  name: string;
  exchanges: Exchange[];
  /** Statements without a request, or after its response. Calls of the test, jobs and timers send them. */
  besides: Statement[];
}

/** The tests of one file, in their order. */
export interface FileRecord {
  file: string;
  tests: TestRecord[];
}

/** A request that runs. */
export interface Running {
  exchange: Exchange;
  isOver: boolean;
}

interface State {
  /** Whether the process is recorded already. The files of a run share a process. */
  isRecording: boolean;
  file: string;
  tests: TestRecord[];
  current: TestRecord | undefined;
  ticks: number;
  running: AsyncLocalStorage<Running>;
}

const key = Symbol.for('keyward.same');
const holder = globalThis as { [key]?: State };

/** The one state of the process, which each test file finds. */
export const state: State = (holder[key] ??= {
  isRecording: false,
  file: '',
  tests: [],
  current: undefined,
  ticks: 0,
  running: new AsyncLocalStorage(),
});

/** Begins a test, or the part of a file before, between or after its tests. */
export function beginTest(name: string): void {
  state.current = { name, exchanges: [], besides: [] };
  state.tests.push(state.current);
}

/** Notes a statement for the request that sends it, or for the test. */
export function noteStatement(statement: Statement): void {
  const running = state.running.getStore();
  // Settings of a connection belong to no request: time decides which request needs one more connection.
  if (/^set (?!local|transaction|constraints)/.test(statement)) return;
  if (running && !running.isOver) running.exchange.statements.push(statement);
  else state.current?.besides.push(statement);
}

/** Writes what the tests of the file did into SAME_OUT. */
export function writeFile(): void {
  const folder = process.env['SAME_OUT'];
  if (folder === undefined) throw new Error('SAME_OUT names no folder');
  const record: FileRecord = { file: state.file, tests: state.tests };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${state.file.replaceAll('/', '+')}.json`), JSON.stringify(record));
  [state.tests, state.current] = [[], undefined];
}
