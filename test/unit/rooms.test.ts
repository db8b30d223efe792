import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { families, rooms } from '../../dependency-cruiser.config.ts';

const mostLines = 40;
const schema = readFileSync('generated/schema.sql', 'utf8');
const architecture = readFileSync('docs/architecture.md', 'utf8');
const readmes = rooms.map((room) => ({
  folder: `src/${room}`,
  text: readFileSync(`src/${room}/README.md`, 'utf8'),
}));
const readme = (room: string): string => readmes.find(({ folder }) => folder === `src/${room}`)?.text ?? '';
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The names of all functions and methods of src. Some other names are among them. */
const defined = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      matches(readFileSync(`src/${name}`, 'utf8'), /(?:\b(?:function\*?|const) |^ +(?:async )?)(\w+)/gm),
    ),
);

/** The text between this heading and the next one. */
const section = (text: string, heading: string): string =>
  text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The first and the last cell of each row of a table. */
const rowsOf = (text: string): { first: string; last: string }[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => ({ first: cells[1] ?? '', last: cells.at(-2) ?? '' }));

const names = (cell: string): string[] => matches(cell, /`(\w+)`/g);

const lists = [
  ...readmes.map(({ text }) => section(text, 'Tables')),
  section(architecture, 'Tables of the platform'),
];
const rows = lists.flatMap(rowsOf);

const tables = matches(schema, /^CREATE (?:UNLOGGED )?TABLE (\w+)/gm);
const triggers = matches(schema, /^CREATE TRIGGER (\w+)/gm).map((name) => ({
  name,
  table: new RegExp(`^CREATE TRIGGER ${name} .* ON (\\w+)`, 'm').exec(schema)?.[1] ?? '',
}));

describe('the README of each room', () => {
  test(`has at most ${mostLines} lines`, () => {
    const long = readmes.filter(({ text }) => text.trimEnd().split('\n').length > mostLines);
    expect(long.map(({ folder }) => folder)).toEqual([]);
  });
  test('has the sections that every room has', () => {
    const sections = ['Terms', 'States', 'Tables', 'Tasks', 'Callers'];
    const missing = readmes.flatMap(({ folder, text }) =>
      [
        ...sections.filter((one) => section(text, one) === ''),
        ...(/^## Walk-through: /m.test(text) ? [] : ['Walk-through']),
      ].map((one) => `${folder}: ${one}`),
    );
    expect(missing).toEqual([]);
  });
  test('or docs/architecture.md names each table once', () => {
    expect(tables.length).toBeGreaterThan(70);
    expect(rows.flatMap(({ first }) => names(first)).toSorted()).toEqual(tables.toSorted());
  });
  test('names each trigger beside its table', () => {
    expect(triggers.length).toBeGreaterThan(20);
    const absent = triggers.filter(
      ({ name, table }) =>
        !rows.some(({ first, last }) => names(first).includes(table) && names(last).includes(name)),
    );
    expect(absent).toEqual([]);
  });
});

describe('the files of migrations/schema', () => {
  const files = readdirSync('migrations/schema')
    .toSorted()
    .map((name) => readFileSync(`migrations/schema/${name}`, 'utf8'))
    .map((text) => ({ room: /^-- Room `([\w/-]+)`/.exec(text)?.[1], text }));

  test('have the order of rooms', () => {
    const order = ['', ...rooms].map(String);
    const places = files.map(({ room }) => order.indexOf(room ?? ''));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });
  test('have each table in the file of its room', () => {
    const listed = (room: string | undefined): string[] =>
      rowsOf(
        section(
          room === undefined ? architecture : readme(room),
          `Tables${room === undefined ? ' of the platform' : ''}`,
        ),
      ).flatMap(({ first }) => names(first));
    const elsewhere = files.flatMap(({ room, text }) =>
      matches(text, /^create (?:unlogged )?table (\w+)/gm).filter((table) => !listed(room).includes(table)),
    );
    expect(files.length).toBeGreaterThan(10);
    expect(elsewhere).toEqual([]);
  });
});

describe('the READMEs of rooms and docs/architecture.md', () => {
  /** Paths begin at one of the bases. A row of a table in docs/architecture.md may name a file of its folder. */
  const documents = [
    { folder: 'docs', text: architecture, bases: ['.', 'docs', 'src', 'src/http', 'openapi', 'generated'] },
    ...readmes.map((readme) => ({ ...readme, bases: ['.', 'src', readme.folder] })),
  ];

  test('name files and folders that exist', () => {
    const absent = documents.flatMap(({ folder, text, bases }) =>
      matches(text, /`((?:[\w-]+\/)+|[\w./-]+\.(?:ts|sql|md|txt|ya?ml|json))`/g)
        .filter((path) => !bases.some((base) => existsSync(`${base}/${path}`)))
        .map((path) => `${folder}: ${path}`),
    );
    expect(absent).toEqual([]);
  });
  test('name functions that exist', () => {
    const absent = documents.flatMap(({ folder, text }) =>
      matches(text, /`(\w+)\(\)`/g)
        .filter((name) => !defined.has(name))
        .map((name) => `${folder}: ${name}`),
    );
    expect(absent).toEqual([]);
  });
  test('link to files that exist', () => {
    const absent = documents.flatMap(({ folder, text }) =>
      matches(text, /\]\(([^)#:]+)(?:#[^)]*)?\)/g)
        .filter((path) => !existsSync(`${folder}/${path}`))
        .map((path) => `${folder}: ${path}`),
    );
    expect(absent).toEqual([]);
  });
});

test('docs/architecture.md has a row for each file and folder of src', () => {
  const entries = readdirSync('src', { withFileTypes: true }).flatMap((entry) => {
    return families.includes(entry.name)
      ? rooms
          .filter((room) => room === entry.name || room.startsWith(`${entry.name}/`))
          .map((room) => `| [\`${room}\`](../src/${room}/README.md) |`)
      : [`\`src/${entry.name}${entry.isDirectory() ? '/' : ''}\``];
  });
  expect(entries.filter((entry) => !architecture.includes(entry))).toEqual([]);
});
