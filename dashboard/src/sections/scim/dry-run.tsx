import { Anchor, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useSession } from '../../app/me.ts';
import { texts } from '../../texts/scim.ts';
import { Copy } from '../../ui/copy.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { scimUrl } from './scim-address.ts';

const commandFor = (url: string): string => `TOKEN=scim_…
curl -s -X PATCH ${url}/Users/usr_… \\
  -H "Authorization: Bearer $TOKEN" -H 'X-Dry-Run: true' \\
  -H 'Content-Type: application/scim+json' \\
  -d '{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
       "Operations":[{"op":"replace","path":"name.familyName","value":"Lovelace"}]}'`;

/** How to see what a request of the directory would change. */
export function DryRun({ tokenId }: { tokenId: string }) {
  const { tenant } = useSession();
  const command = commandFor(scimUrl(tenant));
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">
          {texts.dryRun.title}
        </Title>
        <Text>{texts.dryRun.text}</Text>
        <Text fw={600}>{texts.dryRun.command}</Text>
        <Group wrap="nowrap" align="flex-start" gap="xs">
          <Code block flex={1} tabIndex={0} style={{ overflow: 'auto' }}>
            {command}
          </Code>
          <Copy value={command} />
        </Group>
        <Text size="sm" c="dimmed">
          {texts.dryRun.where}
        </Text>
        <Anchor
          renderRoot={(props) => (
            <PageLink to={`scim/${tokenId}`} search={{ tab: 'log', dryRun: 'true' }} {...props} />
          )}
        >
          {texts.dryRun.seen}
        </Anchor>
      </Stack>
    </Card>
  );
}
