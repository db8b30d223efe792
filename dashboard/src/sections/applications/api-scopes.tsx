import { Button, CloseButton, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus } from 'lucide-react';
import { texts } from '../../texts/oidc-resources.ts';
import type { ApiValues } from './api-values.ts';

const { form: words } = texts;

/** The scopes of a resource, with the texts that users read. */
export function ApiScopes({ form }: { form: UseFormReturnType<ApiValues> }) {
  const { scopes } = form.values;
  return (
    <Fieldset legend={words.scopes}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.scopesText} {words.displayNameText}
        </Text>
        {scopes.map((_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the place is the name of the fields
          <Stack key={at} role="group" aria-label={texts.scope(at + 1)} gap={4}>
            <Group gap="sm" align="flex-start" wrap="nowrap">
              <TextInput
                flex={1}
                label={words.scope}
                maxLength={64}
                {...form.getInputProps(`scopes.${at}.name`)}
              />
              <TextInput
                flex={1}
                label={words.displayName}
                maxLength={100}
                {...form.getInputProps(`scopes.${at}.displayName`)}
              />
              <CloseButton
                mt={26}
                aria-label={`${words.remove}: ${texts.scope(at + 1)}`}
                onClick={() => form.removeListItem('scopes', at)}
              />
            </Group>
            <TextInput
              label={words.scopeDescription}
              maxLength={500}
              {...form.getInputProps(`scopes.${at}.description`)}
            />
          </Stack>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => form.insertListItem('scopes', { name: '', displayName: '', description: '' })}
          >
            {words.add}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
