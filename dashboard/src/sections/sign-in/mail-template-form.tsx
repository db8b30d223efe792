import { Button, Code, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { versioned } from '../../api/versioned.ts';
import { getMailTemplate, replaceMailTemplate, testMailTemplate } from '../../generated/sdk.gen.ts';
import type { MailTemplate } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import type { OfRow } from '../../ui/resource.ts';
import { useAct } from '../../ui/use-act.ts';
import { MailPreview } from './mail-preview.tsx';
import { bodyOf, nameOfMail, parts, type Values, valuesOf, pathOf } from './mail-values.ts';

const { mails: words } = texts;

export const EditMailTemplate = ({ row, onClose }: OfRow<MailTemplate>) => (
  <ReadFirst query={versioned({ getMailTemplate }, pathOf(row))} title={nameOfMail(row)} onClose={onClose}>
    {(opened) => (
      <EditDialog
        {...opened}
        size="xl"
        title={nameOfMail}
        said={words.saved}
        valuesOf={valuesOf}
        titles={words.fields}
        operation={{ replaceMailTemplate }}
        optionsOf={(values) => ({ ...pathOf(row), body: bodyOf(values) })}
      >
        {(form) => <Fields form={form} mail={opened.opened.data} />}
      </EditDialog>
    )}
  </ReadFirst>
);

/** An empty field has the text of Keyward, which stands in it in grey. */
function Fields({ form, mail }: { form: UseFormReturnType<Values>; mail: MailTemplate }) {
  const body = bodyOf(form.getValues());
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.empty.field}{' '}
        {mail.placeholders.map((name) => (
          <Code key={name} mr={6}>{`{${name}}`}</Code>
        ))}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="sm">
          {parts.map((part) => {
            const field = { label: words.fields[part], placeholder: mail.defaults[part] };
            return part === 'body' || part === 'footer' ? (
              <Textarea
                key={part}
                autosize
                minRows={3}
                maxRows={12}
                {...field}
                {...form.getInputProps(part)}
              />
            ) : (
              <TextInput key={part} {...field} {...form.getInputProps(part)} />
            );
          })}
          <TestMail mail={mail} body={body} />
        </Stack>
        <MailPreview path={pathOf(mail).path} body={body} />
      </SimpleGrid>
    </>
  );
}

/** Sends the texts that are entered, also if they are not saved. */
function TestMail({ mail, body }: { mail: MailTemplate; body: ReturnType<typeof bodyOf> }) {
  const sending = useAct(() => testMailTemplate({ ...pathOf(mail), body }), { said: words.test.said });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate(undefined)}>
          {words.test.action}
        </Button>
        <Text size="sm" c="dimmed">
          {words.test.text}
        </Text>
      </Group>
      {sending.error ? <Problem isChange error={sending.error} /> : null}
    </Stack>
  );
}
