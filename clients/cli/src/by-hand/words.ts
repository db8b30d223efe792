// The words of all commands: those of the contract, and those that are written by hand.
import type { Family } from '../command.ts';
import { handGroups } from './commands.ts';
import type { HandCommands } from './hand-command.ts';

type Families = Readonly<Record<string, Family>>;

/** Returns the verbs of a first word, made from the contract and by hand, with what they are about. */
export const verbsOf = (
  first: string,
  families: Families,
  hand: HandCommands,
): Readonly<Record<string, string>> => ({
  ...(Object.hasOwn(families, first) ? families[first]?.verbs : {}),
  ...Object.fromEntries(
    hand
      .filter(({ name }) => name.startsWith(`${first} `))
      .map(({ name, about }) => [name.slice(first.length + 1), about]),
  ),
});

/** Returns the first words of all commands, with what they are about. */
export const firstWords = (families: Families, hand: HandCommands): [word: string, about: string][] => {
  const grouped = hand.map(({ name }) => name.split(' ')[0] ?? name);
  return [
    ...Object.entries(families).map(([name, { about }]): [string, string] => [name, about]),
    ...[...new Set(grouped)]
      .filter((word) => !Object.hasOwn(families, word))
      .map((word): [string, string] => [
        word,
        hand.find(({ name }) => name === word)?.about ?? handGroups[word] ?? '',
      ]),
  ];
};
