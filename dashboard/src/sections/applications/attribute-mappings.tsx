import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  Input,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AttributeMappingInput } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { choicesOf } from '../../ui/settings-form.tsx';

const { mappings: words } = texts;

/** What a user has (`ClaimSource` of the contract). Attributes of the tenant's schema are `attributes.…`. */
const sources =
  'email username displayName firstName lastName nickname title department division organization costCenter employeeNumber managerId phoneNumber locale timezone picture externalId id roles groups'.split(
    ' ',
  );

/** The attributes of an assertion: each with its name at the application, and where its value comes from. */
export function AttributeMappings({
  value,
  onChange,
  label,
  description,
  error,
  disabled = false,
}: {
  value: readonly AttributeMappingInput[];
  onChange: (mappings: AttributeMappingInput[]) => void;
  label: string;
  description?: string | undefined;
  error?: ReactNode;
  disabled?: boolean | undefined;
}) {
  const set = (at: number, change: Partial<AttributeMappingInput>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <Input.Wrapper labelElement="div" label={label} description={description} error={error}>
      <Stack gap="xs" mt="xs" role="group" aria-label={label}>
        {value.map((mapping, at) => (
          // The place is all that tells the rows apart while they are typed.
          <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" verticalSpacing="xs" flex={1}>
              <TextInput
                label={words.name}
                size="sm"
                disabled={disabled}
                value={mapping.name}
                onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
              />
              <Autocomplete
                label={words.source}
                size="sm"
                disabled={disabled}
                data={sources}
                value={mapping.source}
                onChange={(source) => set(at, { source })}
              />
              <Select
                label={words.format}
                size="sm"
                disabled={disabled}
                allowDeselect={false}
                data={choicesOf(words.formats)}
                value={mapping.nameFormat ?? 'basic'}
                onChange={(nameFormat) => nameFormat && set(at, { nameFormat: nameFormat as 'basic' })}
              />
            </SimpleGrid>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={disabled}
              aria-label={words.remove(mapping.name)}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...value, { name: '', source: '', nameFormat: 'basic' }])}
          >
            {words.add}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
