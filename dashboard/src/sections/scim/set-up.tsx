import { Anchor, Card, List, Stack, Table, Text, Title } from '@mantine/core';
import { useSession } from '../../app/me.ts';
import { texts } from '../../texts/scim.ts';
import { setUps } from '../../texts/scim-set-up.ts';
import { Id } from '../../ui/copy.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { oktaUrl, scimUrl } from './scim-address.ts';

/** What to enter in a product, each value with a button that copies it, and where. */
export function SetUp({ profile, isNew = false }: { profile: string; isNew?: boolean }) {
  const { tenant } = useSession();
  const setUp = setUps[profile] ?? setUps['GENERIC'];
  if (!setUp) return null;
  const product = texts.profiles[profile] ?? profile;
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Title order={2} size="h4">
          {texts.setUp.title(product)}
        </Title>
        {setUp.values.length > 0 ? (
          <ScrolledTable minWidth={320}>
            <Table>
              <Table.Tbody>
                {setUp.values.map(([field, value]) => (
                  <Table.Tr key={field}>
                    <Table.Th scope="row">{field}</Table.Th>
                    <Table.Td>
                      {value === 'TOKEN' ? (
                        <Text size="sm">{isNew ? texts.setUp.secretNow : texts.setUp.secret}</Text>
                      ) : (
                        <Id
                          value={value.replace('OKTA_URL', oktaUrl(tenant)).replace('URL', scimUrl(tenant))}
                          label={field}
                        />
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
        ) : null}
        <List type="ordered" size="sm" spacing={6}>
          {setUp.steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        {profile === 'GOOGLE' ? (
          <Anchor size="sm" renderRoot={(props) => <PageLink to="connections" {...props} />}>
            {texts.toConnections}
          </Anchor>
        ) : null}
        <Text size="sm" c="dimmed">
          {texts.setUp.more}
        </Text>
      </Stack>
    </Card>
  );
}
