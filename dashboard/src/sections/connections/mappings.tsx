import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../../texts/connections.ts';
import { FactRows } from '../../ui/facts.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { EditMappings, type MappingParts } from './edit-mappings.tsx';

const { mappings: words } = texts;

/** Which claims set which fields and groups of a user. */
export function Mappings({ mayWrite, ...parts }: MappingParts & { mayWrite: boolean }) {
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
