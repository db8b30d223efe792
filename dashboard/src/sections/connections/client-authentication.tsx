import { Button, Card, Group, Title } from '@mantine/core';
import type { OidcConnection } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { FactRows } from '../../ui/facts.tsx';

/** How we authenticate at the token endpoint of the identity provider. */
export function ClientAuthentication({
  connection: { clientId, tokenEndpointAuthMethod: method, clientSecretSet },
  onChange,
}: {
  connection: OidcConnection;
  /** Undefined if the user may not change it. */
  onChange: (() => void) | undefined;
}) {
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" align="flex-start" mb="md">
        <Title order={2} size="h4">
          {texts.secret.method}
        </Title>
        {onChange ? (
          <Button variant="default" onClick={onChange}>
            {texts.secret.action}
          </Button>
        ) : null}
      </Group>
      <FactRows
        rows={[
          [texts.fields.clientId, clientId],
          [texts.secret.way, texts.methods[method] ?? method],
          [texts.secret.kept, clientSecretSet ? texts.yes : texts.no],
        ]}
      />
    </Card>
  );
}
