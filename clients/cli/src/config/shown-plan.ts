// A plan for people and for scripts.
import type { Io, Sink } from '../io.ts';
import { painted } from '../paint.ts';
import { shown } from '../shown.ts';
import type { Directory } from './objects.ts';
import {
  type Change,
  type Difference,
  placeOf,
  placesIn,
  type Plan,
  problemsOf,
  type Refusal,
} from './plan.ts';
import { placeText } from './problems.ts';

/** Signs of a value. `-o json` has the whole value. */
const widestValue = 200;

const signs: Readonly<Record<string, string>> = {
  CREATE: '+',
  CHANGE: '~',
  ADOPT: '=',
  DELETE: '-',
  RELEASE: '×',
};

const words: Readonly<Record<string, string>> = {
  CREATE: 'is created',
  CHANGE: 'changes',
  ADOPT: 'stays as it is, and the files manage it from now on',
  DELETE: 'is deleted',
  RELEASE: 'stays as it is, and the files manage it no more',
};

function valueText(value: unknown): string {
  const text = shown(JSON.stringify(value) ?? '');
  const all = Array.from(text);
  return all.length > widestValue ? `${all.slice(0, widestValue - 1).join('')}…` : text;
}

function differenceText({ action }: Change, { field, from, to, secret }: Difference): string {
  const name = shown(field);
  if (secret === true) return `${name}: the secret ${action === 'CREATE' ? 'of the files' : 'changes'}`;
  if (action === 'CREATE' || from === undefined) return `${name}: ${valueText(to)}`;
  return `${name}: ${valueText(from)} → ${valueText(to)}`;
}

/** Details of a refusal that the first line of the change has, and the address of a page. */
const saidElsewhere = ['at', 'docs', 'object'];

function refusalLines({ status, code, message, details }: Refusal, directory: Directory): string[] {
  const { required } = details;
  if (code === 'INSUFFICIENT_SCOPE' && Array.isArray(required))
    return [
      `refused: the caller lacks ${required.map((one) => shown(String(one))).join(', ')} (${code}, status ${status})`,
    ];
  const problems = problemsOf(details, directory);
  const others = Object.entries(details).filter(
    ([name]) => !/^\/?objects\b/.test(name) && !saidElsewhere.includes(name),
  );
  return [
    `refused: ${shown(message)} (${shown(code)}, status ${status})`,
    ...problems.map(
      ({ place, rule }) => `  ${place ? `${placeText(place, directory.dir)}: ` : ''}${shown(rule)}`,
    ),
    ...others.map(
      ([name, value]) =>
        `  ${shown(name)}: ${placesIn(value, directory)?.map(shown).join(', ') ?? valueText(value)}`,
    ),
  ];
}

/** Returns a change as lines. All but the first are indented, so that no text of a tenant stands at the beginning of a line. */
function* linesOf(change: Change, directory: Directory, io: Pick<Io, 'env'>, sink: Sink): Generator<string> {
  const { action, kind, key, adopts, fields, refusal } = change;
  const place = placeOf(change, directory);
  const where = place ? ` (${shown(placeText(place, directory.dir))})` : '';
  const adopted = adopts && action === 'CHANGE' ? ', and the files manage it from now on' : '';
  const head = `${signs[action] ?? '?'} ${shown(kind)}/${shown(key)} ${words[action] ?? shown(action)}${adopted}`;
  yield `${painted('bold', head, io, sink)}${where}`;
  for (const field of fields) yield `    ${differenceText(change, field)}`;
  if (!refusal) return;
  const [first = '', ...more] = refusalLines(refusal, directory);
  yield `    ${painted('red', first, io, sink)}`;
  for (const line of more) yield `    ${line}`;
}

const countWords = [
  ['create', 'to create', 'created'],
  ['change', 'to change', 'changed'],
  ['adopt', 'to take over', 'taken over'],
  ['delete', 'to delete', 'deleted'],
  ['release', 'to release', 'released'],
  ['unchanged', 'unchanged', 'unchanged'],
] as const;

/** Returns how many objects each action is or was about, as one line. */
export function countLine({ counts }: Pick<Plan, 'counts'>, isDone = false): string {
  const told = countWords
    .filter(([name]) => name === 'unchanged' || (counts[name] ?? 0) > 0)
    .map(([name, ahead, done]) => `${counts[name] ?? 0} ${isDone ? done : ahead}`);
  const refused = counts['refused'] ?? 0;
  const untried = counts['untried'] ?? 0;
  return [
    `${isDone ? 'Done' : 'Plan'}: ${told.join(', ')}.`,
    ...(refused > 0 ? [`The service would refuse ${refused} of them.`] : []),
    ...(untried > 0
      ? [
          `The service did not try ${untried} of them, because that takes too long. It looked at permissions only.`,
        ]
      : []),
  ].join(' ');
}

/** Returns a plan as text. */
export function planText(plan: Plan, directory: Directory, io: Pick<Io, 'env'>, sink: Sink): string {
  const lines = plan.changes.flatMap((change) => [...linesOf(change, directory, io, sink), '']);
  const none = 'The service has what the files say.';
  return `${[...lines, plan.changes.length === 0 ? none : countLine(plan)].join('\n')}\n`;
}

/** Returns what a plan cannot tell: it has no secrets, so it does not know which of them are others now. */
export const secretsLine = (count: number): string =>
  count === 0
    ? ''
    : `The files have ${count === 1 ? 'a secret' : `${count} secrets`}. An apply replaces those that are others now.\n`;

/** Returns a plan with the places of files. */
export const planWithPlaces = (plan: Plan, directory: Directory): unknown => ({
  ...plan,
  changes: plan.changes.map((change) => ({
    ...change,
    place: placeOf(change, directory) ?? null,
    refusal: change.refusal && { ...change.refusal, problems: problemsOf(change.refusal.details, directory) },
  })),
});
