import { Text, VisuallyHidden } from '@mantine/core';
import type { AuditChange } from '../../generated/types.gen.ts';
import { texts } from '../../texts/audit.ts';
import styles from './changes.module.css';
import { compareLines, linesOf } from './compare-lines.ts';

const { changes: words } = texts;

/** The changed fields with both values side by side. The lines that differ are marked by colour and by a sign. */
export function Changes({ changes }: { changes: readonly AuditChange[] }) {
  return changes.map((change) => <Change key={change.field} change={change} />);
}

function Change({ change: { field, from, to } }: { change: AuditChange }) {
  const pairs = compareLines(linesOf(from), linesOf(to));
  return (
    <div className={styles.change}>
      <span className={styles.field}>
        <bdi>{field}</bdi>
      </span>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={field}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ before, after, isSame }, at) => (
              <tr key={`${at} ${before} ${after}`}>
                <Line
                  text={before}
                  isMarked={!isSame}
                  kind="removed"
                  isNone={at === 0 && linesOf(from).length === 0}
                />
                <Line
                  text={after}
                  isMarked={!isSame}
                  kind="added"
                  isNone={at === 0 && linesOf(to).length === 0}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Line({
  text,
  isMarked,
  isNone,
  kind,
}: {
  text: string | undefined;
  isMarked: boolean;
  /** There is no value on this side. */
  isNone: boolean;
  kind: 'added' | 'removed';
}) {
  if (text === undefined)
    return (
      <td>
        {isNone ? (
          <Text span size="xs" className={styles.none ?? ''}>
            {words.nothing}
          </Text>
        ) : null}
      </td>
    );
  return (
    <td className={isMarked ? (styles[kind] ?? '') : ''}>
      {isMarked ? <VisuallyHidden>{words[kind]} </VisuallyHidden> : null}
      <bdi>{text}</bdi>
    </td>
  );
}
