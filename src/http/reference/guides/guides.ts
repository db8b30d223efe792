// The guides as the other pages see them: their titles, their places, and the operations that they name.
import site from '../../../../generated/docs/site.json' with { type: 'json' };
import { operations, type Operation } from '../document.ts';

export interface Guide {
  title: string;
  /** The first paragraph, as text. */
  summary: string;
  sections: readonly { id: string; title: string }[];
  /** The file that the guide is made from, as seen from the root of the repository. */
  file: string;
  /** How its Markdown writes a link of its source, if in another way. `repository:` begins a path that the site does not have. */
  links: Readonly<Record<string, string>>;
  /** The ids of the operations that the guide names, in its order. */
  operations: readonly string[];
}

/** The guides of a task, in the order in which readers need them. */
interface Task {
  name: string;
  purpose: string;
  pages: readonly string[];
  isInternal?: true;
}

/** A goal of a new reader, and the guides to begin with. */
type Goal = Pick<Task, 'name' | 'purpose' | 'pages'>;

interface Site {
  goals: readonly Goal[];
  tasks: readonly Task[];
  guidesOfTags: Readonly<Record<string, readonly string[]>>;
  /** The files that guides show or link, as seen from `docs/`. */
  files: readonly string[];
  /** Each page by its name, which is its path in `docs/` without `.md`. */
  guides: Readonly<Record<string, Guide>>;
}

/** The tables that `make guides` wrote. */
export const { goals, tasks, guidesOfTags, files, guides } = site as unknown as Site;

export const titleOf = (guide: string): string => guides[guide]?.title ?? guide;

/** Returns enough of the first paragraph to choose a guide by. */
export const beginningOf = (guide: string): string => {
  const { summary = '' } = guides[guide] ?? {};
  return /^.{30,}?\.(?= |$)/.exec(summary)?.[0] ?? summary;
};

/** The records of decisions. They belong to the last task, and only their own list names them. */
export const isDecision = (guide: string): boolean => /^decisions\/\d/.test(guide);

const shownWithOperations = tasks.filter(({ isInternal }) => !isInternal).flatMap((task) => task.pages);

/** Returns the guides of an operation: those of its tag, then those that name it. */
export const guidesOf = ({ id, tag }: Operation): string[] => [
  ...new Set([
    ...(guidesOfTags[tag] ?? []),
    ...shownWithOperations.filter((guide) => guides[guide]?.operations.includes(id)),
  ]),
];

/** Returns the operations that a guide names. */
export const operationsNamedBy = (guide: string): Operation[] =>
  (guides[guide]?.operations ?? []).flatMap((id) => operations.filter((one) => one.id === id));
