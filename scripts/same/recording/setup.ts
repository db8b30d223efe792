// A set-up file of vitest, which runs before each test file.
import { relative } from 'node:path';
import { afterAll, afterEach, beforeEach, TestRunner } from 'vitest';
import { recordExchanges } from './exchanges.ts';
import { recordStatements } from './statements.ts';
import { beginTest, state, writeFile } from './state.ts';

if (!state.isRecording) {
  state.isRecording = true;
  recordStatements();
  recordExchanges();
}

state.file = relative(process.cwd(), TestRunner.getCurrentSuite().file.filepath);
beginTest('(before the tests)');
beforeEach(({ task }) => beginTest(task.fullTestName));
afterEach(() => beginTest('(between the tests)'));
afterAll(writeFile);
