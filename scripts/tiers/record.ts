// The record of the night, test/night.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Environment } from '../../test/tiers/environments.ts';

export const recordFile = 'test/night.json';
/** The night is cut into so many parts. */
export const partCount = 8;

/** A part of the night that ran. */
export interface PartRun {
  /** From 1 to `partCount`. */
  part: number;
  commit: string;
  /** When it began. */
  at: string;
  seconds: number;
  passed: number;
  failures: string[];
}

/**
 * How long each test file took when it ran last, in seconds of a worker. They are of a gate where one is known, because the night has
 * all cases, and takes longer.
 */
export type Durations = Record<string, Partial<Record<Environment, number>>>;

export interface NightRecord {
  /** It is raised with each part, and moves each file to its next environment. */
  turn: number;
  /** The newest first; older ones than the last run of each part are dropped, but for the newest of an earlier session. */
  parts: PartRun[];
  seconds: Durations;
}

export function readRecord(file = recordFile): NightRecord {
  return JSON.parse(readFileSync(file, 'utf8')) as NightRecord;
}

/** Writes the record with one line for each part and each file, so that a diff shows what changed. */
export function writeRecord(record: NightRecord, file = recordFile): void {
  const parts = record.parts.map((part) => `    ${JSON.stringify(part)}`).join(',\n');
  const seconds = Object.keys(record.seconds)
    .toSorted()
    .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(record.seconds[name])}`)
    .join(',\n');
  const text = `{\n  "turn": ${record.turn},\n  "parts": [\n${parts}\n  ],\n  "seconds": {\n${seconds}\n  }\n}\n`;
  writeFileSync(file, text);
}

/**
 * The file with the seconds of each test file in this checkout's newest gate. A part of the night takes them
 * into the record.
 */
export const gateSecondsFile = '.cache/gate-seconds.json';

/** Returns what the files took in the newest gate of this checkout; nothing, if there was none. */
export const readGateSeconds = (file = gateSecondsFile): Durations =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Durations) : {};

/** Returns the part that is next in turn: the one after the newest. */
export const nextPart = ({ parts }: NightRecord): number => ((parts[0]?.part ?? 0) % partCount) + 1;

/** A session lasts so many milliseconds at most. A part that ran earlier belongs to a session whose work landed. */
const session = 3 * 60 * 60_000;

/**
 * Returns the commit that changes are counted from: the commit of the newest part of an earlier session. A part of this session ran
 * on changes that no gate has seen yet.
 * @param headTime when the newest commit was made, in milliseconds
 */
export function baseOf({ parts }: NightRecord, headTime: number): string | undefined {
  return parts.find(({ at }) => headTime - Date.parse(at) > session)?.commit;
}

/**
 * Returns the record with a part that ran. It keeps the last run of each part, and twice as many in all.
 * @param seconds what files took in the newest gate, and in this part, which has all cases
 */
export function withPart(
  record: NightRecord,
  run: PartRun,
  seconds: { gate: Durations; part: Durations },
  files: readonly string[],
): NightRecord {
  const merged = Object.fromEntries(
    files.flatMap((file) => {
      const ofGates = { ...record.seconds[file], ...seconds.gate[file] };
      const known = Object.keys(ofGates).length > 0 ? ofGates : { ...seconds.part[file] };
      return Object.keys(known).length > 0 ? [[file, known]] : [];
    }),
  );
  return { turn: record.turn + 1, parts: [run, ...record.parts].slice(0, 2 * partCount), seconds: merged };
}

/**
 * Returns what a release still lacks: the parts that did not run on this commit, or that failed.
 * @returns sentences; none if all parts passed on the commit
 */
export function missingForRelease({ parts }: NightRecord, commit: string): string[] {
  return Array.from({ length: partCount }, (_, at) => at + 1).flatMap((part) => {
    const run = parts.find((one) => one.part === part && one.commit === commit);
    if (!run) return [`Part ${part} did not run on ${commit}.`];
    return run.failures.length > 0 ? [`Part ${part} failed on ${commit}: ${run.failures.join(', ')}.`] : [];
  });
}
