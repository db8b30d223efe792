import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Versioned } from '../../api/versioned.ts';
import { getAttributeSchemaOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { updateUser } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/attributes.ts';
import { texts as users } from '../../texts/users.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { mergeOver } from '../../ui/merge.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { AttributeFields } from './attribute-fields.tsx';
import { fieldsOf } from './attribute-schema-fields.ts';

interface Parts {
  opened: Versioned<User>;
  read: () => Promise<Versioned<User> | undefined>;
}

/** What the organization stores about the user, with the names of its schema. */
export function AttributesCard({ opened, read, mayWrite }: Parts & { mayWrite: boolean }) {
  const schema = useQuery(getAttributeSchemaOptions());
  const [edits, setEdits] = useState(false);
  const labels = new Map(fieldsOf(schema.data?.schema).map(({ name, label }) => [name, label]));
  const entries = Object.entries(opened.data.attributes);
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        {mayWrite && schema.data ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setEdits(true)}
            aria-label={`${users.edit}: ${texts.title}`}
          >
            {users.edit}
          </Button>
        ) : null}
      </Group>
      {entries.length > 0 ? (
        <FactRows
          rows={entries.map(([name, value]) => [
            labels.get(name) ?? name,
            <bdi key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>,
          ])}
        />
      ) : (
        <Text>{texts.none}</Text>
      )}
      <Anchor
        size="sm"
        mt="sm"
        display="inline-block"
        renderRoot={(props) => <PageLink to="users/attribute-schema" {...props} />}
      >
        {texts.schema.title}
      </Anchor>
      {edits && schema.data ? (
        <EditAttributes
          schema={schema.data.schema}
          opened={opened}
          read={read}
          onClose={() => setEdits(false)}
        />
      ) : null}
    </Card>
  );
}

function EditAttributes({ schema, ...parts }: Opened<User> & { schema: unknown }) {
  const isJson = useRef(true);
  return (
    <EditDialog
      {...parts}
      title={() => texts.edit}
      action={users.save}
      said={texts.saved}
      valuesOf={({ attributes }) => ({ attributes })}
      validate={{ attributes: () => (isJson.current ? null : texts.notJson) }}
      titles={{ attributes: texts.title }}
      operation={{ updateUser }}
      optionsOf={({ attributes }, { base }) => ({
        path: { userId: base.data.id },
        body: { attributes: mergeOver(base.data.attributes, attributes) },
      })}
    >
      {(form, { base }) => (
        <>
          {schema ? null : <Text size="sm">{texts.noSchema}</Text>}
          <AttributeFields
            // After a reload, the text of the JSON follows.
            key={base.etag ?? ''}
            schema={schema}
            value={form.values.attributes}
            onChange={(attributes) => form.setFieldValue('attributes', attributes)}
            onValid={(isValid) => {
              isJson.current = isValid;
            }}
            errors={form.errors}
          />
        </>
      )}
    </EditDialog>
  );
}
