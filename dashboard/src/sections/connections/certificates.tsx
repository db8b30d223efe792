import { Alert, Badge, Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Versioned } from '../../api/versioned.ts';
import { refreshSamlConnectionMetadata } from '../../generated/sdk.gen.ts';
import type { ConnectionCertificate, SamlConnection } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Id } from '../../ui/copy.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { fromNow, Moment } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { useAct } from '../../ui/use-act.ts';
import { ReplaceCertificates } from './replace-certificates.tsx';

const { certificates: words } = texts;
const month = 30 * 24 * 60 * 60 * 1000;

/** The certificates of the identity provider, whose keys sign its messages. */
export function Certificates({
  connection,
  mayWrite,
  onReload,
}: {
  connection: Versioned<SamlConnection>;
  mayWrite: boolean;
  onReload: () => Promise<unknown>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const path = { id: connection.data.id };
  // The answer says in `metadataError` whether the metadata could be used.
  const refreshing = useAct(async () => refreshSamlConnectionMetadata({ path }), { said: texts.refreshed });
  const { certificates, metadataUrl, metadataError, metadataWarning, metadataRefreshedAt } = connection.data;
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {words.title}
            </Title>
            <Text size="sm" c="dimmed" maw={640}>
              {metadataUrl ? words.fromMetadata : words.byHand}
            </Text>
            {metadataUrl ? (
              <Text size="sm" c="dimmed">
                {words.read} <Moment at={metadataRefreshedAt} isRelative />
              </Text>
            ) : null}
          </div>
          {mayWrite ? (
            <Group gap="sm">
              {metadataUrl ? (
                <>
                  <InCode call={{ operation: 'refreshSamlConnectionMetadata', path }} />
                  <Button
                    variant="default"
                    loading={refreshing.isPending}
                    onClick={() => refreshing.mutate(undefined)}
                  >
                    {texts.actions.refresh}
                  </Button>
                </>
              ) : null}
              <Button variant="default" onClick={() => setIsOpen(true)}>
                {words.replace}
              </Button>
            </Group>
          ) : null}
        </Group>
        {refreshing.error ? <Problem error={refreshing.error} /> : null}
        {metadataError ? (
          <Alert color="red" title={words.readFailed}>
            {metadataError}
          </Alert>
        ) : null}
        {metadataWarning ? (
          <Alert color="yellow" title={words.leftOut}>
            {metadataWarning}
          </Alert>
        ) : null}
        <CertificateTable certificates={certificates} />
      </Stack>
      {isOpen ? (
        <ReplaceCertificates connection={connection} onReload={onReload} onClose={() => setIsOpen(false)} />
      ) : null}
    </Card>
  );
}

export function CertificateTable({ certificates }: { certificates: readonly ConnectionCertificate[] }) {
  return (
    <ScrolledTable minWidth={640}>
      <Table aria-label={words.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.subject}</Table.Th>
            <Table.Th>{words.fingerprint}</Table.Th>
            <Table.Th>{words.from}</Table.Th>
            <Table.Th>{words.until}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {certificates.map(({ use, fingerprint, subject, notBefore, expiresAt }) => (
            <Table.Tr key={use + fingerprint}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <bdi>{subject}</bdi>
                <Text size="xs" c="dimmed">
                  {words.uses[use] ?? use}
                </Text>
              </Table.Td>
              <Table.Td maw={280}>
                <Id value={fingerprint} label={words.fingerprint} />
              </Table.Td>
              <Table.Td>
                <Moment at={notBefore} isDay />
              </Table.Td>
              <Table.Td>
                <Stack gap={4} align="flex-start">
                  <Moment at={expiresAt} isDay />
                  <Validity notBefore={notBefore} expiresAt={expiresAt} />
                </Stack>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}

/** Says whether a certificate is valid now. Its dates stop no sign-in. */
export function Validity({ notBefore, expiresAt }: { notBefore?: string; expiresAt: string }) {
  const left = Date.parse(expiresAt) - Date.now();
  const isEarly = notBefore !== undefined && Date.parse(notBefore) > Date.now();
  const [color, text] = isEarly
    ? ['blue', words.early]
    : left < 0
      ? ['red', words.expired]
      : left < month
        ? ['orange', words.expiring(fromNow(expiresAt))]
        : ['green', words.valid];
  return (
    <Badge color={color} tt="none" miw="max-content">
      {text}
    </Badge>
  );
}
