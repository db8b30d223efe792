import { Button, Group } from '@mantine/core';

/** The buttons of a row, to edit and to remove one thing. Screen readers hear its name with each. */
export function RowActs({
  name,
  words,
  onEdit,
  onRemove,
}: {
  name: string;
  words: { edit: string; remove: string };
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="compact-sm" variant="subtle" onClick={onEdit} aria-label={`${words.edit}: ${name}`}>
        {words.edit}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red.8"
        onClick={onRemove}
        aria-label={`${words.remove}: ${name}`}
      >
        {words.remove}
      </Button>
    </Group>
  );
}
