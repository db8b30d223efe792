import { Alert, Button, Card, Code, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fieldErrors, refusalOf } from '../../api/refusal.ts';
import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned, versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getAttributeSchema, replaceAttributeSchema } from '../../generated/sdk.gen.ts';
import type { AttributeSchema } from '../../generated/types.gen.ts';
import { texts } from '../../texts/attributes.ts';
import { texts as users } from '../../texts/users.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Conflict } from '../../ui/conflict.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { JsonField } from '../../ui/json-field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { UnsavedInput } from '../../ui/unsaved.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useEdit } from '../../ui/use-edit.ts';
import { useReload } from '../../ui/use-reload.ts';
import { AttributeFields } from './attribute-fields.tsx';

type Document = Record<string, unknown>;

const example: Document = {
  type: 'object',
  properties: {
    floor: { type: 'integer', title: 'Floor', minimum: 0, maximum: 40 },
    badge: { type: 'string', title: 'Badge number', maxLength: 20 },
    contract: { enum: ['permanent', 'temporary'], title: 'Contract' },
    startedOn: { type: 'string', format: 'date', title: 'First day' },
  },
  required: ['contract'],
  additionalProperties: false,
};

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function AttributeSchemaPage() {
  const read = useQuery(versioned({ getAttributeSchema }, {}));
  const [removes, setRemoves] = useState(false);
  const [isStarted, setIsStarted] = useState(false);
  const mayWrite = useMay('directory.write');
  if (read.error && !read.data) return <Problem error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <PageWaiting />;
  const { data } = read.data;
  return (
    <Stack gap="lg">
      <PageHead
        title={texts.schema.title}
        text={texts.schema.text}
        back={{ to: 'users', title: users.title }}
      >
        <InCode call={{ operation: 'getAttributeSchema' }} />
        {mayWrite && data.schema ? (
          <Button variant="outline" color="red.8" onClick={() => setRemoves(true)}>
            {texts.schema.remove}
          </Button>
        ) : null}
      </PageHead>
      {data.schema || isStarted ? (
        <Editor opened={read.data} mayWrite={mayWrite} read={async () => (await read.refetch()).data} />
      ) : (
        <Card withBorder>
          <Empty title={texts.schema.empty.title} text={texts.schema.empty.text}>
            {mayWrite ? <Button onClick={() => setIsStarted(true)}>{texts.schema.start}</Button> : null}
          </Empty>
        </Card>
      )}
      <Rules />
      {removes ? (
        <Confirm
          title={texts.schema.removeTitle}
          text={texts.schema.removeText}
          action={texts.schema.remove}
          said={texts.schema.removed}
          {...sends({ replaceAttributeSchema }, { body: { schema: null }, headers: ifMatch(read.data) })}
          onReload={() => read.refetch()}
          onClose={() => setRemoves(false)}
        >
          <Text>{texts.schema.removeLost}</Text>
        </Confirm>
      ) : null}
    </Stack>
  );
}

function Editor({
  opened,
  mayWrite,
  read,
}: {
  opened: Versioned<AttributeSchema>;
  mayWrite: boolean;
  read: () => Promise<Versioned<AttributeSchema> | undefined>;
}) {
  const edit = useEdit<AttributeSchema, { schema: Document }>(opened, ({ schema: now }) => ({
    schema: now ?? example,
  }));
  const { form, base, mine } = edit;
  const { schema } = form.values;
  const [isValid, setIsValid] = useState(true);
  const [tried, setTried] = useState<Document>({});
  const saving = useAct(
    (entered: { schema: Document }) => replaceAttributeSchema({ body: entered, headers: ifMatch(base) }),
    { said: texts.schema.saved, onDone: (_saved, entered) => afterSave(entered) },
  );
  // How often the text was replaced by a newer version.
  const [taken, setTaken] = useState(0);
  const follow = (newest: Versioned<AttributeSchema>, saved: { schema: Document }) => {
    const isTyping = JSON.stringify(form.getValues()) !== JSON.stringify(saved);
    edit.follow(newest, saved);
    if (!isTyping) setTaken((count) => count + 1);
  };
  const afterSave = async (entered: { schema: Document }) => {
    const newest = await read();
    if (newest) follow(newest, entered);
  };
  // Without input, the newest version is shown. With input, another change is a conflict when the user saves.
  const isBehind = opened.etag !== base.etag && mine.length === 0;
  useEffect(() => {
    if (isBehind) follow(opened, form.getValues());
  }, [isBehind, opened]);
  const { reload, isReloading } = useReload(async () => edit.rebase(await read()), saving);
  const refused = saving.error ? Object.entries(fieldErrors(refusalOf(saving.error))) : [];
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Card withBorder padding="lg">
        <Stack>
          <UnsavedInput isDirty={mine.length > 0} />
          <Conflict edit={edit} titles={{ schema: texts.schema.label }} />
          <JsonField
            key={taken}
            label={texts.schema.label}
            value={schema}
            onChange={(value) => form.setFieldValue('schema', value as Document)}
            onValid={setIsValid}
            fits={isObject}
            wrong={texts.notJson}
            readOnly={!mayWrite}
            minRows={12}
            error={refused.length > 0}
          />
          {saving.error ? (
            <Problem
              isChange
              error={saving.error}
              onRetry={refusalOf(saving.error).status === 412 ? () => void reload() : undefined}
            />
          ) : null}
          <Group justify="space-between">
            <InCode call={{ operation: 'replaceAttributeSchema', body: { schema } }} />
            {mayWrite ? (
              <Button
                onClick={() => saving.mutate({ schema })}
                loading={saving.isPending}
                disabled={!isValid || isReloading}
              >
                {texts.schema.save}
              </Button>
            ) : null}
          </Group>
          {opened.data.updatedAt ? (
            <Text size="sm" c="dimmed">
              {texts.schema.changed} <Moment at={opened.data.updatedAt} />
            </Text>
          ) : null}
        </Stack>
      </Card>
      <Card withBorder padding="lg">
        <Title order={2} size="h4">
          {texts.schema.preview}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          {texts.schema.previewText}
        </Text>
        <AttributeFields
          schema={schema}
          value={tried}
          onChange={setTried}
          onValid={() => undefined}
          errors={{}}
        />
      </Card>
    </SimpleGrid>
  );
}

function Rules() {
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h4" mb="xs">
        {texts.schema.rules}
      </Title>
      <Text size="sm" mb="sm">
        {texts.schema.rulesText}
      </Text>
      <Table>
        <Table.Tbody>
          {texts.schema.ruleRows.map(([name, words]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>
                <Code>{words}</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Alert color="gray" mt="md">
        {texts.schema.limits}
      </Alert>
    </Card>
  );
}
