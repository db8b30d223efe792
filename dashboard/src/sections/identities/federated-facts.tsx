import { Card, Code, Divider, Stack, Text, Title } from '@mantine/core';
import { useSession } from '../../app/me.ts';
import type { Identity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { InCode } from '../../ui/in-code.tsx';

/** Which tokens of other issuers stand for an identity, and how to use them. */
export function FederatedFacts({ identity: { id, federatedSubjects } }: { identity: Identity }) {
  const { tenant } = useSession();
  if (federatedSubjects.length === 0) return null;
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h4" mb="md">
        {texts.fields.federatedSubjects}
      </Title>
      <Stack gap="sm">
        {federatedSubjects.map(({ issuer, audience, subject, claims = {}, mayGiveLasting }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two subjects may be equal
          <Stack key={at} gap={4}>
            {at > 0 ? <Divider mb="xs" /> : null}
            {[['iss', issuer], ['aud', audience], ['sub', subject], ...Object.entries(claims)].map(
              ([name, value]) => (
                <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {name} <Code>{value}</Code>
                </Text>
              ),
            )}
            {mayGiveLasting ? <Text size="sm">{texts.federated.lasting}</Text> : null}
          </Stack>
        ))}
        <Text size="sm" c="dimmed">
          {texts.federated.exchange}{' '}
          <InCode
            call={{
              operation: 'exchangeToken',
              body: { orgId: tenant, identityId: id, token: 'eyJhbGciOi…', duration: '15m' },
            }}
          />
        </Text>
      </Stack>
    </Card>
  );
}
