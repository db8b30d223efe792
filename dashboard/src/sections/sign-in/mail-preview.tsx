import { List, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorsOfForm, refusalOf } from '../../api/refusal.ts';
import { previewMailTemplate } from '../../generated/sdk.gen.ts';
import type { MailTemplateInput } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { Problem } from '../../ui/problem.tsx';
import { MailFrame } from './mail-frame.tsx';
import { parts } from './mail-values.ts';

const { mails: words } = texts;

/** After the last key. */
const pauseMilliseconds = 400;

/** The mail with the texts that are entered, or the rules that they break. */
export function MailPreview({
  path,
  body,
}: {
  path: { kind: string; language: string };
  body: MailTemplateInput;
}) {
  const [entered] = useDebouncedValue(JSON.stringify(body), pauseMilliseconds);
  const { data, error, refetch } = useQuery({
    queryKey: ['preview of a mail', path, entered],
    queryFn: async ({ signal }) => {
      const sent = { path, body: JSON.parse(entered) as MailTemplateInput, signal };
      return (await previewMailTemplate(sent)).data;
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const rules = error ? Object.entries(errorsOfForm(refusalOf(error), parts).here) : [];
  return (
    <Stack gap="xs">
      <Text fw={600}>{words.preview.short}</Text>
      {rules.length > 0 ? (
        <List size="sm" role="status">
          {rules.map(([part, rule]) => (
            <List.Item key={part}>{`${words.fields[part as keyof typeof words.fields]}: ${rule}`}</List.Item>
          ))}
        </List>
      ) : error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <>
          <Text size="sm">{`${words.fields.subject}: ${data.subject}`}</Text>
          <MailFrame html={data.html} />
        </>
      ) : null}
    </Stack>
  );
}
