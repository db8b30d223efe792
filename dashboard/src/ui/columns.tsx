import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/ui.ts';
import type { Value } from '../texts/values.ts';
import type { Column } from './data-table.tsx';
import { Moment } from './moment.tsx';
import { PageLink } from './page-link.tsx';
import { State } from './state.tsx';

/** Rows that have a field of this type. A column of them fits each list whose rows have it. */
type With<Name extends string, Value> = Readonly<Record<Name, Value>>;
type More = Pick<Column<never>, 'isMinor' | 'sort'>;

/** A column that shows a field as it is. */
export const plain = <Name extends string>(
  name: Name,
  title: string,
  more: More = {},
): Column<With<Name, string | number | null>> => ({
  id: name,
  title,
  csv: (row) => row[name],
  cell: (row) => row[name],
  ...more,
});

/** A column that shows a value of an enumeration as a badge. */
export const state = <Name extends string>(
  name: Name,
  title: string,
  more: More = {},
): Column<With<Name, Value>> => ({
  id: name,
  title,
  csv: (row) => row[name],
  cell: (row) => <State value={row[name]} />,
  ...more,
});

/** A column that shows a value of an enumeration in words. */
export const inWords = <Name extends string>(
  name: Name,
  title: string,
  words: Readonly<Record<string, string>>,
  more: More = {},
): Column<With<Name, string>> => ({
  id: name,
  title,
  csv: (row) => row[name],
  cell: (row) => words[row[name]] ?? row[name],
  ...more,
});

/** A column that shows a yes or a no. */
export const yesNo = <Name extends string>(
  name: Name,
  title: string,
  more: More = {},
): Column<With<Name, boolean>> => ({
  id: name,
  title,
  csv: (row) => String(row[name]),
  cell: (row) => (row[name] ? texts.yes : texts.no),
  ...more,
});

/** A column that shows a time: its day, how long ago it is, or both date and time. */
export const time = <Name extends string>(
  name: Name,
  title: string,
  shows: 'day' | 'relative' | 'time' | 'seconds',
  more: More = {},
): Column<With<Name, string | null | undefined>> => ({
  id: name,
  title,
  csv: (row) => row[name],
  cell: (row) => (
    <Moment
      at={row[name]}
      isDay={shows === 'day'}
      isRelative={shows === 'relative'}
      isExact={shows === 'seconds'}
    />
  ),
  ...more,
});

/** The name of a row, as a link to its page. Others chose the name, so it may run from right to left. */
export const RowLink = ({
  to,
  search,
  children,
}: {
  to: string;
  search?: Record<string, string>;
  children: ReactNode;
}) => (
  <Anchor fw={600} renderRoot={(props) => <PageLink to={to} search={search} {...props} />}>
    <bdi>{children}</bdi>
  </Anchor>
);
