import { Card, Stack, Text, Title } from '@mantine/core';
import { texts } from '../../texts/webhooks.ts';
import { CheckSignature } from './check-signature.tsx';
import { Recipes } from './recipes.tsx';
import { WebhookFrame } from './webhook-frame.tsx';

/** How the receiver of a webhook verifies signatures. */
export function WebhookVerify() {
  return (
    <WebhookFrame tab="verify">
      {() => (
        <>
          <Card withBorder padding="lg">
            <Stack gap="sm">
              <Title order={2} size="h4">
                {texts.verify.title}
              </Title>
              <Text>{texts.verify.text}</Text>
              <Recipes />
              <Text size="sm" c="dimmed">
                {texts.verify.steps}
              </Text>
            </Stack>
          </Card>
          <CheckSignature />
        </>
      )}
    </WebhookFrame>
  );
}
