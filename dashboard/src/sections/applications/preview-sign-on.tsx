import { Alert, Button, Code, Group, List, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { previewServiceProvider } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/applications.ts';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';

const { preview: words } = texts;

/** Shows what an assertion about a user would say. Nothing is sent. */
export function PreviewSignOn({ spId, onClose }: { spId: string; onClose: () => void }) {
  const form = useForm({ initialValues: { userId: '' } });
  const path = { spId };
  const asking = useAct(
    async (body: typeof form.values) => (await previewServiceProvider({ path, body })).data,
  );
  const { data } = asking;
  return (
    <Modal opened onClose={onClose} title={words.title} size="lg">
      <form onSubmit={form.onSubmit((values) => asking.mutate(values))}>
        <Stack>
          <TextInput label={words.user} required data-autofocus {...form.getInputProps('userId')} />
          {asking.error ? <Problem error={asking.error} /> : null}
          {data ? (
            <Stack role="status">
              <Alert color={data.allowed ? 'green' : 'orange'}>
                {data.allowed ? words.allowed : words.refused}
                <List size="sm">
                  {data.refusals.map((refusal) => (
                    <List.Item key={JSON.stringify(refusal)}>
                      <Code>{JSON.stringify(refusal)}</Code>
                    </List.Item>
                  ))}
                </List>
              </Alert>
              <Facts
                rows={[
                  [words.nameId, <Code key="name">{JSON.stringify(data.nameId)}</Code>],
                  [
                    words.attributes,
                    <Code block key="attributes" tabIndex={0}>
                      {JSON.stringify(data.attributes, null, 2)}
                    </Code>,
                  ],
                ]}
              />
            </Stack>
          ) : null}
          <Group justify="space-between">
            <InCode call={{ operation: 'previewServiceProvider', path, body: form.values }} />
            <Button type="submit" loading={asking.isPending}>
              {words.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
