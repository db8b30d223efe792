import { ActionIcon, Button, Group, Input, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { AcsUrl } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import type { FieldInput } from '../../ui/settings-input.tsx';

const { acs: words } = texts;

/** The addresses that responses are sent to. One is the default. */
export function AcsUrls({ label, description, disabled, error, value, onChange }: FieldInput) {
  const urls = value as AcsUrl[];
  const change = onChange as (urls: AcsUrl[]) => void;
  const set = (at: number, changed: Partial<AcsUrl>) =>
    change(urls.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  const free = Math.max(-1, ...urls.map(({ index }) => index)) + 1;
  return (
    <Input.Wrapper labelElement="div" label={label} description={description} error={error}>
      <Stack gap="xs" mt="xs" role="group" aria-label={label}>
        {urls.map((one, at) => (
          <Group key={at} gap="sm" align="flex-end">
            <TextInput
              label={words.url}
              flex="1 1 16rem"
              disabled={disabled}
              value={one.url}
              onChange={({ currentTarget }) => set(at, { url: currentTarget.value })}
            />
            <NumberInput
              label={words.index}
              w={90}
              min={0}
              allowDecimal={false}
              disabled={disabled}
              value={one.index}
              onChange={(index) => set(at, { index: Number(index) })}
            />
            <Radio
              label={words.isDefault}
              mb={8}
              disabled={disabled}
              checked={one.isDefault}
              onChange={() => change(urls.map((other, index) => ({ ...other, isDefault: index === at })))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={disabled || urls.length === 1}
              aria-label={words.remove(one.url)}
              onClick={() => {
                const rest = urls.filter((_, index) => index !== at);
                change(
                  rest.map((other, index) =>
                    one.isDefault && index === 0 ? { ...other, isDefault: true } : other,
                  ),
                );
              }}
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
            onClick={() =>
              change([...urls, { url: '', binding: 'HTTP-POST', index: free, isDefault: urls.length === 0 }])
            }
          >
            {words.add}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}
