import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Input,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/connections.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import type { FieldRow } from './mapping-rows.ts';
import { RemoveRow } from './remove-row.tsx';

const { mappings: words } = texts;

/** The fields of a user that claims may set (`ConnectionAttributeMapping`). Others are `attributes.…`. */
const fields =
  'firstName lastName displayName nickname title department division organization costCenter employeeNumber phoneNumber locale timezone picture'.split(
    ' ',
  );

/** Which claims set which fields of a user. */
export function FieldRows({
  rows,
  onChange,
  error,
}: {
  rows: readonly FieldRow[];
  onChange: (rows: FieldRow[]) => void;
  error: ReactNode;
}) {
  const label = words.fields.attributeMapping;
  const set = (at: number, change: Partial<FieldRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  const added: FieldRow = { field: '', by: 'from', from: [], constant: '', lowerCase: false };
  return (
    <Input.Wrapper labelElement="div" label={label} description={words.attributeText} error={error}>
      <Stack gap="sm" mt="xs" role="group" aria-label={label}>
        {rows.map((row, at) => (
          // The place is all that tells the rows apart while they are typed.
          <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" verticalSpacing="xs" flex={1}>
              <Autocomplete
                label={words.field}
                data={fields}
                value={row.field}
                onChange={(field) => set(at, { field })}
              />
              <Select
                label={words.by}
                data={choicesOf(words.ways)}
                allowDeselect={false}
                value={row.by}
                onChange={(by) => by && set(at, { by: by as FieldRow['by'] })}
              />
              {row.by === 'from' ? (
                <TagsInput
                  label={words.claims}
                  placeholder={row.from.length === 0 ? words.claimsText : ''}
                  maxTags={5}
                  value={row.from}
                  onChange={(from) => set(at, { from })}
                />
              ) : (
                <TextInput
                  label={words.constant}
                  value={row.constant}
                  onChange={({ currentTarget }) => set(at, { constant: currentTarget.value })}
                />
              )}
              <Checkbox
                label={words.makeLower}
                checked={row.lowerCase}
                onChange={({ currentTarget }) => set(at, { lowerCase: currentTarget.checked })}
              />
            </SimpleGrid>
            <RemoveRow
              label={words.removeField(row.field)}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            />
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...rows, added])}
          >
            {words.addField}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
