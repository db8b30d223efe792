import { Anchor, Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { listSigningKeysOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { texts } from '../../texts/connections.ts';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { State } from '../../ui/state.tsx';
import { webAddress } from '../../ui/web-address.ts';
import { Validity } from './certificates.tsx';

const { ours: words } = texts;

/** Our certificates, for identity providers that do not read our metadata. */
export function OurCertificates({ metadataUrl }: { metadataUrl: string }) {
  const mayRead = useMay('keys.read');
  const { data, error, refetch } = useQuery({
    ...listSigningKeysOptions({ query: { limit: 100 } }),
    enabled: mayRead,
  });
  const keys = data?.data.filter(({ use, certificate }) => use !== 'OIDC' && certificate !== null) ?? [];
  return (
    <Card withBorder padding="lg">
      <Stack>
        <div>
          <Title order={2} size="h4">
            {words.title}
          </Title>
          <Text size="sm" c="dimmed" maw={720}>
            {words.text}{' '}
            <Anchor
              inherit
              underline="always"
              href={webAddress(metadataUrl)}
              target="_blank"
              rel="noreferrer"
            >
              {words.metadata}
            </Anchor>
          </Text>
        </div>
        {mayRead ? null : <Text size="sm">{words.hidden}</Text>}
        {error && !data ? <Problem error={error} onRetry={() => void refetch()} /> : null}
        {data && keys.length === 0 ? <Text size="sm">{words.none}</Text> : null}
        {keys.length > 0 ? (
          <ScrolledTable minWidth={480}>
            <Table aria-label={words.title}>
              <Table.Tbody>
                {keys.map(({ id, use, status, certificate, certificateExpiresAt }) => (
                  <Table.Tr key={id}>
                    <Table.Td>{words.uses[use] ?? use}</Table.Td>
                    <Table.Td>
                      <State value={status} />
                    </Table.Td>
                    <Table.Td>
                      <Group gap="xs">
                        <Moment at={certificateExpiresAt} isDay />
                        {certificateExpiresAt ? <Validity expiresAt={certificateExpiresAt} /> : null}
                      </Group>
                    </Table.Td>
                    <Table.Td>
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={() =>
                          saveFile(
                            `keyward-${use === 'SAML' ? 'signing' : 'encryption'}.pem`,
                            [certificate ?? ''],
                            'application/x-pem-file',
                          )
                        }
                      >
                        {words.download}
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrolledTable>
        ) : null}
        <Group>
          <InCode call={{ operation: 'listSigningKeys', query: { use: 'SAML' } }} />
        </Group>
      </Stack>
    </Card>
  );
}
