import type { ReactNode } from 'react';
import styles from './name-line.module.css';

/**
 * Shows the name of a row, and a detail by which users tell it from rows with a similar name.
 * @param isCode whether the detail is an identifier, such as the ends of a key, which is never cut
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

/** Shows the content of a cell in one line. Long content is cut. */
export const OneLine = ({ children }: { children: ReactNode }) => (
  <span className={styles['short']}>{children}</span>
);
