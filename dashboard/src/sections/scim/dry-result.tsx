import { Alert, Anchor, Card, Code, Stack, Text, Title } from '@mantine/core';
import { texts } from '../../texts/scim.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { ChangesTable } from './changes-table.tsx';
import type { DryAnswer } from './dry-request.ts';

const words = texts.dryRun;

/** The answer to a dry run: what would change, or why the request would be refused. */
export function DryResult({
  answer: { method, status, resource, changes },
  tokenId,
}: {
  answer: DryAnswer;
  tokenId: string;
}) {
  const isGood = status < 300;
  const isGone = isGood && method === 'DELETE';
  const detail = typeof resource?.['detail'] === 'string' ? resource['detail'] : undefined;
  const [code = ''] = detail?.split(':') ?? [];
  const help = texts.help[code];
  return (
    <Card withBorder padding="lg" role="status">
      <Stack>
        <Title order={2} size="h4">
          {words.result}
        </Title>
        <Alert
          color={isGood ? 'green' : 'orange'}
          title={isGood ? words.accepted(status) : words.refused(status)}
        >
          {detail ? <Text size="sm">{detail}</Text> : null}
          {help ? (
            <Text size="sm" mt="xs">
              <b>{texts.help['title']}:</b> {help}
            </Text>
          ) : null}
        </Alert>
        {isGone ? <Text size="sm">{words.deleted}</Text> : null}
        {changes.length > 0 ? (
          <ChangesTable changes={changes.map(({ path, ...more }) => ({ field: path, ...more }))} />
        ) : isGood && !isGone ? (
          <Text size="sm">{words.noChange}</Text>
        ) : null}
        {resource ? (
          <div>
            <Text size="sm" fw={600}>
              {isGone ? words.now : isGood ? words.as : words.answer}
            </Text>
            <Code block tabIndex={0} style={{ overflow: 'auto', maxHeight: '50vh' }}>
              {JSON.stringify(resource, null, 2)}
            </Code>
          </div>
        ) : null}
        <div>
          <SeenInLog tokenId={tokenId} />
        </div>
      </Stack>
    </Card>
  );
}

/** Leads to the dry runs of a token. */
export const SeenInLog = ({ tokenId }: { tokenId: string }) => (
  <Anchor
    size="sm"
    renderRoot={(props) => (
      <PageLink to={`scim/${tokenId}`} search={{ tab: 'log', dryRun: 'true' }} {...props} />
    )}
  >
    {words.seen}
  </Anchor>
);
