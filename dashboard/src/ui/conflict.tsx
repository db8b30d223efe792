import { Alert, Text } from '@mantine/core';
import { texts } from '../texts/ui.ts';

/** Says after a conflict what another user changed, and what both changed. */
export function Conflict({
  isShown,
  others,
  mine,
  titles,
}: {
  isShown: boolean;
  others: readonly string[];
  mine: ReadonlySet<string>;
  /** The titles of the fields. */
  titles: Readonly<Record<string, string>>;
}) {
  if (!isShown) return null;
  const named = (names: readonly string[]) => names.map((name) => titles[name] ?? name).join(', ');
  const both = others.filter((name) => mine.has(name));
  const theirs = others.filter((name) => !mine.has(name));
  return (
    <Alert color="blue" title={texts.conflict.title} role="status">
      <Text size="sm">
        {theirs.length > 0 ? texts.conflict.others(named(theirs)) : null}{' '}
        {others.length === 0 ? texts.conflict.nothing : null}
        {both.length > 0 ? texts.conflict.both(named(both)) : null} {texts.conflict.kept}
      </Text>
    </Alert>
  );
}
