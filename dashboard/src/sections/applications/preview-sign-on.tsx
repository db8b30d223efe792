import { Alert, Button, Code, Group, List, Select, Stack, Table, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { previewServiceProvider } from '../../generated/sdk.gen.ts';
import type {
  NameIdFormat,
  ServiceProviderPreview,
  ServiceProviderPreviewRequest,
} from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { spoken } from '../../ui/state.tsx';
import { useAct } from '../../ui/use-act.ts';

const { preview: words } = texts;

/** Shows what an assertion about a user would say. Nothing is sent. */
export function PreviewSignOn({ spId, onClose }: { spId: string; onClose: () => void }) {
  const form = useForm<{ userId: string | null; nameIdFormat: NameIdFormat | null }>({
    initialValues: { userId: null, nameIdFormat: null },
    validate: { userId: (value) => (value === null ? ui.rules.required : null) },
  });
  const path = { spId };
  const body = ({ userId, nameIdFormat }: typeof form.values): ServiceProviderPreviewRequest => ({
    userId: userId ?? '',
    ...(nameIdFormat ? { nameIdFormat } : {}),
  });
  const asking = useAct(
    async (values: typeof form.values) => (await previewServiceProvider({ path, body: body(values) })).data,
  );
  return (
    <Dialog onClose={onClose} title={words.title} size="xl">
      <form noValidate onSubmit={form.onSubmit((values) => asking.mutate(values))}>
        <Stack>
          <Text size="sm" c="dimmed">
            {words.text}
          </Text>
          <PickUser label={words.user} required data-autofocus {...form.getInputProps('userId')} />
          <Select
            label={words.format}
            placeholder={words.anyFormat}
            clearable
            data={choicesOf(texts.formats)}
            {...form.getInputProps('nameIdFormat')}
          />
          {asking.error ? <Problem error={asking.error} /> : null}
          {asking.data ? <Previewed preview={asking.data} /> : null}
          <Group justify="space-between">
            <InCode call={{ operation: 'previewServiceProvider', path, body: body(form.values) }} />
            <Button type="submit" loading={asking.isPending}>
              {words.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Previewed({ preview }: { preview: ServiceProviderPreview }) {
  const { allowed, refusals, nameId, attributes, acsUrl, audiences, authnContexts, sessionTtl } = preview;
  const { independentReading } = preview;
  const protections = (['signAssertions', 'signResponses', 'encryptAssertions'] as const).filter(
    (name) => preview[name],
  );
  return (
    <Stack role="status">
      <Alert color={allowed ? 'green' : 'orange'} title={allowed ? words.allowed : words.refused}>
        {refusals.length > 0 ? (
          <List size="sm">
            {refusals.map(({ code, reason }) => (
              <List.Item key={code}>
                {reason} <Code>{code}</Code>
              </List.Item>
            ))}
          </List>
        ) : null}
      </Alert>
      <FactRows
        rows={[
          [
            words.nameId,
            nameId === null ? (
              ui.none
            ) : (
              <Stack key="name" gap={2}>
                <Code style={{ overflowWrap: 'anywhere' }}>{nameId.value}</Code>
                <Text size="xs" c="dimmed">
                  {texts.formats[nameId.format]}
                  {nameId.isExample ? `. ${words.isExample}` : ''}
                </Text>
              </Stack>
            ),
          ],
          [words.to, <Code key="to">{acsUrl}</Code>],
          [words.audiences, <Code key="audiences">{audiences.join(' ')}</Code>],
          [words.signed, protections.map((name) => words[name]).join(', ')],
          [
            words.contexts,
            <Stack key="contexts" gap={2}>
              {authnContexts.map(({ login, class: name }) => (
                <Text key={login} size="sm">
                  {spoken(login)}: <Code>{name}</Code>
                </Text>
              ))}
            </Stack>,
          ],
          [words.lasts, words.seconds(sessionTtl)],
          [
            words.reading,
            <Stack key="reading" gap={2}>
              <Text size="sm">{words.verdict[independentReading.verdict](independentReading.library)}</Text>
              {independentReading.reason === null ? null : (
                <Text size="xs" c="dimmed">
                  {independentReading.reason}
                </Text>
              )}
            </Stack>,
          ],
        ]}
      />
      {attributes.length > 0 ? (
        <ScrolledTable minWidth={320}>
          <Table aria-label={words.attributes}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.name}</Table.Th>
                <Table.Th>{words.values}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {attributes.map(({ name, values }) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <bdi>{values.join(', ')}</bdi>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      ) : null}
    </Stack>
  );
}
