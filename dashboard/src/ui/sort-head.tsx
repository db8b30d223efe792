import { UnstyledButton } from '@mantine/core';
import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

const fieldOf = (sort: string) => sort.replace(/^-/, '');

/** How a column is sorted. @returns undefined if the API cannot sort by it */
export const directionOf = (sort: string | undefined, order: string | undefined) => {
  if (sort === undefined) return undefined;
  if (order === undefined || fieldOf(order) !== fieldOf(sort)) return 'none';
  return order.startsWith('-') ? 'descending' : 'ascending';
};

const afterClick = (sort: string, order: string | undefined): string => {
  if (order === undefined || fieldOf(order) !== fieldOf(sort)) return sort;
  return order.startsWith('-') ? fieldOf(order) : `-${order}`;
};

const icons = { ascending: ChevronUp, descending: ChevronDown, none: ChevronsUpDown } as const;

/** The title of a column, as a button where the API can sort by the column. */
export function Head({
  sort,
  order,
  onSort,
  children,
}: {
  sort: string | undefined;
  order: string | undefined;
  onSort: (sort: string) => void;
  children: ReactNode;
}) {
  const direction = directionOf(sort, order);
  if (!sort || !direction) return children;
  const Icon = icons[direction];
  return (
    <UnstyledButton className={styles.sort ?? ''} onClick={() => onSort(afterClick(sort, order))}>
      {children}
      <Icon size={13} aria-hidden />
    </UnstyledButton>
  );
}
