import { Button, Group, Input, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../app/me.ts';
import type { GroupMapping } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { PickGroup } from '../../ui/pick-group.tsx';
import { RemoveRow } from './remove-row.tsx';

const { mappings: words } = texts;

/** Which groups there are which groups here. */
export function GroupRows({
  rows,
  onChange,
  error,
}: {
  rows: readonly GroupMapping[];
  onChange: (rows: GroupMapping[]) => void;
  error: ReactNode;
}) {
  const mayRead = useMay('groups.read');
  const label = words.fields.groupMapping;
  const set = (at: number, change: Partial<GroupMapping>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <Input.Wrapper labelElement="div" label={label} description={words.groupText} error={error}>
      <Stack gap="sm" mt="xs" role="group" aria-label={label}>
        {rows.map(({ value, groupId }, at) => (
          <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing="xs" flex={1}>
              <TextInput
                label={words.groupThere}
                value={value}
                onChange={({ currentTarget }) => set(at, { value: currentTarget.value })}
              />
              {mayRead ? (
                <PickGroup
                  label={words.groupHere}
                  value={groupId}
                  onChange={(chosen) => set(at, { groupId: chosen ?? '' })}
                />
              ) : (
                <TextInput
                  label={words.groupHere}
                  placeholder="grp_…"
                  value={groupId}
                  onChange={({ currentTarget }) => set(at, { groupId: currentTarget.value })}
                />
              )}
            </SimpleGrid>
            <RemoveRow
              label={words.removeGroup(value)}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            />
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...rows, { value: '', groupId: '' }])}
          >
            {words.addGroup}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
