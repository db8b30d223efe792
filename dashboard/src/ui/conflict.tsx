import { Alert, Text } from '@mantine/core';
import { texts } from '../texts/ui.ts';
import type { Edit } from './use-edit.ts';

/** Says after a conflict what another user changed, and what both changed. */
export function Conflict({
  edit: { mine, others },
  titles,
}: {
  edit: Pick<Edit<never, never>, 'mine' | 'others'>;
  /** The titles of the fields. */
  titles: Readonly<Record<string, string>>;
}) {
  if (!others) return null;
  const named = (names: readonly string[]) => names.map((name) => titles[name] ?? name).join(', ');
  const both = others.filter((name) => mine.includes(name));
  const theirs = others.filter((name) => !mine.includes(name));
  return (
    <Alert color="blue" title={texts.conflict.title} role="status">
      {others.length === 0 ? <Text size="sm">{texts.conflict.nothing}</Text> : null}
      {theirs.length > 0 ? <Text size="sm">{texts.conflict.others(named(theirs))}</Text> : null}
      {both.length > 0 ? <Text size="sm">{texts.conflict.both(named(both))}</Text> : null}
      <Text size="sm">{texts.conflict.kept}</Text>
    </Alert>
  );
}
