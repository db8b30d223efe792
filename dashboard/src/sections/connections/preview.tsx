import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { previewConnectionMapping } from '../../generated/sdk.gen.ts';
import type { ConnectionPreviewRequest, ConnectionTrace } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connection-traces.ts';
import { InCode } from '../../ui/in-code.tsx';
import { JsonField } from '../../ui/json-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';
import { exampleOf, givenIn } from './given-account.ts';
import { PreviewResult } from './preview-result.tsx';
import type { Protocol } from './product-steps.ts';

const { mapping: words } = texts;

interface Parts {
  id: string;
  protocol: Protocol;
  /** The sign-in whose claims are tried. */
  trace: ConnectionTrace | undefined;
}

/** Tries claims against the rules of the connection. It changes nothing. */
export function Preview({ id, protocol, trace }: Parts) {
  const field = protocol === 'SAML' ? 'assertion' : 'claims';
  const [given, setGiven] = useState<ConnectionPreviewRequest>(() =>
    trace ? givenIn(protocol, trace) : exampleOf(protocol),
  );
  const [isValid, setIsValid] = useState(true);
  const path = { id };
  const asking = useAct(
    async (body: ConnectionPreviewRequest) => (await previewConnectionMapping({ path, body })).data,
  );
  const hasHidden = trace?.claims.some(({ value }) => value === null) ?? false;
  return (
    <Stack>
      <Card withBorder padding="lg">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            asking.mutate(given);
          }}
        >
          <Stack>
            <div>
              <Title order={2} size="h4">
                {words.title}
              </Title>
              <Text size="sm" c="dimmed" maw={720}>
                {words.text}
              </Text>
            </div>
            {trace ? <Alert color="blue">{hasHidden ? words.fromTraceHidden : words.fromTrace}</Alert> : null}
            <JsonField
              label={words.fields[field]}
              description={words.described[field]}
              value={given[field]}
              onChange={(value) => setGiven({ [field]: value })}
              onValid={setIsValid}
              fits={(value) => typeof value === 'object' && value !== null && !Array.isArray(value)}
              wrong={words.wrong}
            />
            {asking.error ? <Problem error={asking.error} /> : null}
            <Group justify="space-between">
              <InCode call={{ operation: 'previewConnectionMapping', path, body: given }} />
              <Button type="submit" loading={asking.isPending} disabled={!isValid}>
                {words.act}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      {asking.data ? <PreviewResult preview={asking.data} /> : null}
    </Stack>
  );
}
