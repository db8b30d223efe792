import {
  Alert,
  Button,
  Card,
  Code,
  Group,
  JsonInput,
  PasswordInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../app/me.ts';
import { useProved } from '../../app/proof.tsx';
import type { ScimToken } from '../../generated/types.gen.ts';
import { texts } from '../../texts/scim.ts';
import { Copy } from '../../ui/copy.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import { DryResult } from './dry-result.tsx';
import { examples } from './dry-examples.ts';
import { askDry, askWithOwnToken, commandOf, type DryOutcome, type DryRequest } from './dry-request.ts';

const words = texts.dryRun;

interface Values extends DryRequest {
  by: 'own' | 'given';
  token: string;
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A SCIM request whose effect is shown, and not kept. */
export function DryRun({ token, mayWrite }: { token: ScimToken; mayWrite: boolean }) {
  const { tenant } = useSession();
  const isActive = token.status === 'ACTIVE';
  const form = useForm<Values>({
    initialValues: { ...examples.rename, by: mayWrite ? 'own' : 'given', token: '' },
    validate: {
      id: (id, { method }) => (method !== 'POST' && id.trim() === '' ? words.needed : null),
      body: (body, { method }) => (method === 'DELETE' || isJson(body) ? null : words.wrong),
      token: (given, { by }) => (by === 'given' && given.trim() === '' ? words.needed : null),
    },
  });
  const { by, method } = form.values;
  const prove = useProved(tenant);
  const asking = useMutation({
    mutationFn: async ({ by: way, token: given, ...request }: Values): Promise<DryOutcome> =>
      way === 'own'
        ? askWithOwnToken(tenant, token, request, prove)
        : { answer: await askDry(tenant, given.trim(), request) },
  });
  const { answer, failure, madeId, worksUntil } = asking.data ?? {};
  const problem = asking.error ?? failure;
  const command = commandOf(tenant, form.values);
  const permissions = token.permissions.map((one) => texts.permissions[one] ?? one).join(', ');
  return (
    <Stack>
      <Card withBorder padding="lg">
        <form noValidate onSubmit={form.onSubmit((values) => asking.mutate(values))}>
          <Stack>
            <div>
              <Title order={2} size="h4">
                {words.title}
              </Title>
              <Text size="sm" c="dimmed" maw={720}>
                {words.text}
              </Text>
            </div>
            <Group gap="xs" role="group" aria-label={words.example}>
              <Text size="sm" fw={600}>
                {words.example}
              </Text>
              {(Object.keys(examples) as (keyof typeof examples)[]).map((name) => (
                <Button
                  key={name}
                  size="compact-sm"
                  variant="light"
                  onClick={() => form.setValues({ ...examples[name], id: form.getValues().id })}
                >
                  {words.examples[name]}
                </Button>
              ))}
            </Group>
            <SimpleGrid cols={{ base: 1, sm: method === 'POST' ? 2 : 3 }}>
              <Select
                label={words.method}
                data={['POST', 'PUT', 'PATCH', 'DELETE']}
                allowDeselect={false}
                {...form.getInputProps('method')}
              />
              <Select
                label={words.resource}
                data={[
                  { value: 'Users', label: words.Users },
                  { value: 'Groups', label: words.Groups },
                ]}
                allowDeselect={false}
                {...form.getInputProps('resource')}
              />
              {method === 'POST' ? null : (
                <TextInput
                  label={words.id}
                  placeholder={words.idText}
                  required
                  autoComplete="off"
                  {...form.getInputProps('id')}
                />
              )}
            </SimpleGrid>
            {method === 'DELETE' ? null : (
              <JsonInput
                label={words.body}
                formatOnBlur
                autosize
                minRows={6}
                maxRows={20}
                spellCheck={false}
                {...form.getInputProps('body')}
              />
            )}
            {mayWrite ? (
              <SegmentedControl
                aria-label={words.by}
                data={[
                  { value: 'own', label: words.own },
                  { value: 'given', label: words.given },
                ]}
                {...form.getInputProps('by')}
              />
            ) : null}
            {by === 'own' ? (
              <Text size="sm" c="dimmed">
                {words.ownText(permissions)}
              </Text>
            ) : (
              <PasswordInput
                label={words.token}
                description={words.tokenText}
                required
                autoComplete="off"
                {...form.getInputProps('token')}
              />
            )}
            {by === 'given' && !isActive ? <Alert color="orange">{words.notActive}</Alert> : null}
            {problem ? <Problem error={problem} /> : null}
            {worksUntil ? (
              <Alert color="orange" role="alert">
                {words.works} <Moment at={worksUntil} />.
              </Alert>
            ) : null}
            <Group justify="space-between">
              <span />
              <Button type="submit" loading={asking.isPending}>
                {words.act}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      {answer ? <DryResult answer={answer} tokenId={madeId ?? token.id} /> : null}
      <Card withBorder padding="lg">
        <Stack gap="xs">
          <Title order={2} size="h4">
            {words.command}
          </Title>
          <Group wrap="nowrap" align="flex-start" gap="xs">
            <Code block flex={1} tabIndex={0} style={{ overflow: 'auto' }}>
              {command}
            </Code>
            <Copy value={command} />
          </Group>
          <Text size="sm" c="dimmed">
            {words.where}
          </Text>
        </Stack>
      </Card>
    </Stack>
  );
}
