import type { ReactNode } from 'react';
import styles from './name-line.module.css';

/**
 * The name of a row, and what tells it from others.
 * @param isCode whether the second part is a text for programs, which is never cut
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
    <span className={styles['name']}>{name}</span>
    {detail ? (
      <span
        className={`${styles['detail']} ${isCode ? styles['code'] : ''}`}
        {...(typeof detail === 'string' ? { title: detail } : {})}
      >
        {detail}
      </span>
    ) : null}
  </div>
);

/** What a cell shows of another thing: one line, which is cut if it is long. */
export const OneLine = ({ children }: { children: ReactNode }) => (
  <span className={styles['short']}>{children}</span>
);
