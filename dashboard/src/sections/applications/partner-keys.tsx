import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { refreshServiceProviderMetadata } from '../../generated/sdk.gen.ts';
import type { ServiceProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { CertificateList } from '../../ui/certificate-list.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';

const { keys: words } = texts;

/** The certificates of a service provider, and how they are replaced. */
export function PartnerKeys({
  provider,
  mayWrite,
  onReplace,
}: {
  provider: ServiceProvider;
  mayWrite: boolean;
  onReplace: () => void;
}) {
  const path = { spId: provider.id };
  const refreshing = useAct(async () => refreshServiceProviderMetadata({ path }), { said: texts.refreshed });
  const isPublished = provider.metadataUrl !== null;
  // The order of `certificates`.
  const pems = [
    ...provider.signingCertificates,
    ...[provider.encryptionCertificate, provider.metadataSigningCertificate].filter((pem) => pem !== null),
  ];
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {words.title}
            </Title>
            <Text size="sm" c="dimmed" maw={620}>
              {isPublished ? words.byMetadata : words.byHand}
            </Text>
            {provider.metadataRefreshedAt ? (
              <Text size="sm" c="dimmed">
                {words.read} <Moment at={provider.metadataRefreshedAt} isRelative />
              </Text>
            ) : null}
          </div>
          {mayWrite ? (
            <Group gap="sm">
              {isPublished ? (
                <>
                  <InCode call={{ operation: 'refreshServiceProviderMetadata', path }} />
                  <Button
                    variant="default"
                    loading={refreshing.isPending}
                    onClick={() => refreshing.mutate(undefined)}
                  >
                    {texts.actions.refresh}
                  </Button>
                </>
              ) : null}
              <Button variant="default" onClick={onReplace}>
                {texts.replaceMetadata.title}
              </Button>
            </Group>
          ) : null}
        </Group>
        {refreshing.error ? <Problem error={refreshing.error} /> : null}
        {provider.metadataError ? (
          <Alert color="red" title={words.failed}>
            {provider.metadataError}
          </Alert>
        ) : null}
        {provider.metadataWarning ? (
          <Alert color="yellow" title={words.leftOut}>
            {provider.metadataWarning}
          </Alert>
        ) : null}
        <CertificateList certificates={provider.certificates} pems={pems} />
      </Stack>
    </Card>
  );
}
