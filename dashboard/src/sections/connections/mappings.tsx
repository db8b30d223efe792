import { Button, Card, Code, Group, JsonInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateOidcConnection, updateSamlConnection } from '../../generated/sdk.gen.ts';
import type { ConnectionAttributeMapping, GroupMapping } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import type { Protocol } from './product-steps.ts';

const { mappings: words } = texts;

interface Mapped {
  id: string;
  attributeMapping: ConnectionAttributeMapping;
  groupMapping: GroupMapping[];
}

interface Parts {
  connection: Versioned<Mapped>;
  protocol: Protocol;
  onReload: () => Promise<Versioned<Mapped> | undefined>;
}

/** Which claims set which fields and groups of a user. */
export function Mappings({ mayWrite, ...parts }: Parts & { mayWrite: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const { attributeMapping, groupMapping } = parts.connection.data;
  const fields = Object.entries(attributeMapping);
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {words.title}
            </Title>
            <Text size="sm" c="dimmed" maw={640}>
              {words.text}
            </Text>
          </div>
          {mayWrite ? (
            <Button variant="default" onClick={() => setIsOpen(true)}>
              {words.edit}
            </Button>
          ) : null}
        </Group>
        {fields.length === 0 && groupMapping.length === 0 ? <Text size="sm">{words.none}</Text> : null}
        <FactRows
          rows={[
            ...fields.map(
              ([field, { from, constant, lowerCase }]) =>
                [
                  field,
                  <span key={field}>
                    {from ? <Code>{from.join(' → ')}</Code> : constant} {lowerCase ? words.lowerCase : ''}
                  </span>,
                ] as const,
            ),
            ...groupMapping.map(
              ({ value, groupId }) => [words.group(value), <ThingLink key={value} id={groupId} />] as const,
            ),
          ]}
        />
      </Stack>
      {isOpen ? <EditMappings {...parts} onClose={() => setIsOpen(false)} /> : null}
    </Card>
  );
}

const textOf = (value: unknown): string => JSON.stringify(value, null, 2);

/** @returns undefined for a text that is not JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function EditMappings({ connection, protocol, onReload, onClose }: Parts & { onClose: () => void }) {
  const edit = useEdit(
    connection,
    ({ attributeMapping, groupMapping }: Mapped) => ({
      attributeMapping: textOf(attributeMapping),
      groupMapping: textOf(groupMapping),
    }),
    {
      attributeMapping: (text) => (isObject(parsed(text)) ? null : words.wrongFields),
      groupMapping: (text) => (Array.isArray(parsed(text)) ? null : words.wrongGroups),
    },
  );
  const { form, base } = edit;
  const path = { id: base.data.id };
  const operation = protocol === 'SAML' ? 'updateSamlConnection' : 'updateOidcConnection';
  const bodyOf = (values: typeof form.values) =>
    edit.patch(values, {
      attributeMapping: parsed(values.attributeMapping) as ConnectionAttributeMapping,
      groupMapping: parsed(values.groupMapping) as GroupMapping[],
    });
  const common = {
    formatOnBlur: true,
    autosize: true,
    minRows: 5,
    maxRows: 18,
    spellCheck: false,
  };
  return (
    <FormDialog
      title={words.edit}
      action={words.save}
      form={form}
      said={texts.saved}
      act={async (values) => {
        const options = { path, body: bodyOf(values), headers: ifMatch(base) };
        return protocol === 'SAML' ? updateSamlConnection(options) : updateOidcConnection(options);
      }}
      call={(values) => ({ operation, path, body: bodyOf(values) })}
      onReload={async () => edit.rebase(await onReload())}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={words.fields} />
      <JsonInput
        {...common}
        label={words.fields.attributeMapping}
        description={words.attributeText}
        {...form.getInputProps('attributeMapping')}
      />
      <JsonInput
        {...common}
        label={words.fields.groupMapping}
        description={words.groupText}
        {...form.getInputProps('groupMapping')}
      />
    </FormDialog>
  );
}
