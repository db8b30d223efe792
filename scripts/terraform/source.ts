// The source of generated.go, from what the provider knows of the contract.
import type { Operation } from '../../src/lib/contract.ts';
import type { Described, Passing } from '../client-terraform.ts';
import { type Attribute, snake } from './attributes.ts';

const text = (value: string) => JSON.stringify(value);
const pascal = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function attributeText(attribute: Attribute, depth: number): string {
  const { name, wire, shape, element, of, giver, rule } = attribute;
  const flags = (['creates', 'changes', 'writeOnly', 'unanswered', 'act', 'moment'] as const).filter(
    (one) => attribute[one],
  );
  const facts = [
    `Name: ${text(name)}`,
    `Wire: ${text(wire)}`,
    `Shape: ${shape}`,
    ...(element ? [`Element: ${element}`] : []),
    `Giver: ${giver}`,
    ...flags.map((flag) => `${pascal(flag)}: true`),
    ...('default' in attribute ? [`Default: ${text(JSON.stringify(attribute.default))}`] : []),
    ...(attribute.absent === null ? [] : [`Absent: ${text(JSON.stringify(attribute.absent))}`]),
    ...(Object.keys(rule).length > 0 ? [`Rule: ${ruleText(rule)}`] : []),
    ...(attribute.about ? [`About: ${text(attribute.about)}`] : []),
    ...(of ? [`Of: ${attributesText(of, depth)}`] : []),
  ];
  return `{${facts.join(', ')}}`;
}

const ruleText = ({ choices, pattern, message, least, most }: Attribute['rule']) =>
  `Rule{${[
    ...(choices ? [`Choices: []string{${choices.map(text).join(', ')}}`] : []),
    ...(pattern === undefined ? [] : [`Pattern: ${text(pattern)}`]),
    ...(message === undefined ? [] : [`Message: ${text(message)}`]),
    ...(least === undefined ? [] : [`Least: bound(${least})`]),
    ...(most === undefined ? [] : [`Most: bound(${most})`]),
  ].join(', ')}}`;

const attributesText = (list: readonly Attribute[], depth: number): string =>
  `[]Attribute{\n${list.map((one) => `${'\t'.repeat(depth + 1)}${attributeText(one, depth + 1)},\n`).join('')}${'\t'.repeat(depth)}}`;

const callText = ({ id, method, path, parameters, body, 'x-secret': secret }: Operation) =>
  `&Call{${[
    `Method: ${text(method)}`,
    `Path: ${text(path)}`,
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['Keyed: true'] : []),
    ...(parameters.some(({ name }) => name === 'search') ? ['Searches: true'] : []),
    ...(body?.required === true || method === 'PATCH' || method === 'PUT' ? ['Body: true'] : []),
    ...(id.startsWith('replace') ? ['Whole: true'] : []),
    ...(secret === undefined ? [] : [`Secret: ${text(secret)}`]),
  ].join(', ')}}`;

/** Writes facts as gofmt does. */
function factsText(facts: readonly [string, string][]): string {
  const width = Math.max(...facts.map(([key]) => key.length)) + 1;
  return facts.map(([key, value]) => `\t\t${`${key}:`.padEnd(width)} ${value},\n`).join('');
}

/** Returns the source of generated.go: an attribute a line, so that a change of the contract is read as a diff. */
export function render(described: readonly Described[], passing: readonly Passing[]): string {
  const kindText = ({
    name,
    about,
    calls,
    id,
    idPattern,
    parts,
    secret,
    ended,
    isListed,
    ...rest
  }: Described) => {
    const facts: [string, string][] = [
      ['Name', text(name)],
      ['About', text(about)],
      ['ID', text(id)],
      ['IDPattern', text(idPattern)],
      ...(parts.length > 0 ? [['Parts', `[]string{${parts.map(text).join(', ')}}`] as [string, string]] : []),
      ...(secret === undefined ? [] : [['Secret', text(snake(secret))] as [string, string]]),
      ...(ended.length > 0 ? [['Ended', `[]string{${ended.map(text).join(', ')}}`] as [string, string]] : []),
      ...(isListed ? [['Listed', 'true'] as [string, string]] : []),
      ...Object.entries(calls).map(([verb, call]): [string, string] => [pascal(verb), callText(call)]),
    ];
    return `\t{\n${factsText(facts)}\t\tAttributes: ${attributesText(rest.attributes, 2)},\n\t\tShown: ${attributesText(rest.shown, 2)},\n\t},\n`;
  };
  const passingText = ({ name, about, id, open, close, given, shown }: Passing) => {
    const facts: [string, string][] = [
      ['Name', text(name)],
      ['About', text(about)],
      ['ID', text(id)],
      ['Open', callText(open)],
      ['Close', callText(close)],
    ];
    return `\t{\n${factsText(facts)}\t\tGiven: ${attributesText(given, 2)},\n\t\tShown: ${attributesText(shown, 2)},\n\t},\n`;
  };
  return `// Code generated from openapi/ by make generate (scripts/client-terraform.ts); DO NOT EDIT.

package table

// Kinds are the kinds of objects that the provider manages.
var Kinds = []*Kind{
${described.map(kindText).join('')}}

// AllPassing are the credentials that end with the run that makes them.
var AllPassing = []*Passing{
${passing.map(passingText).join('')}}
`;
}
