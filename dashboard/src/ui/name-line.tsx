import type { ReactNode } from 'react';
import styles from './name-line.module.css';

/**
 * The name of a row, and what tells it from others.
 * @param isCode whether the second part is a text for programs
 */
export const NameLine = ({
  name,
  detail,
  isCode = false,
}: {
  name: ReactNode;
  detail: ReactNode;
  isCode?: boolean;
}) => (
  <div className={styles['line']}>
    {name}
    {detail ? (
      <span
        className={styles['detail']}
        {...(isCode ? { style: { fontFamily: 'var(--mantine-font-family-monospace)' } } : {})}
        {...(typeof detail === 'string' ? { title: detail } : {})}
      >
        {detail}
      </span>
    ) : null}
  </div>
);
