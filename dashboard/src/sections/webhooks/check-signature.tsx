import {
  Alert,
  Button,
  Card,
  Group,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { texts } from '../../texts/webhooks.ts';
import { type Finding, signatureFinding } from './signature-finding.ts';

const colours: Readonly<Record<Finding, string>> = { fits: 'green', old: 'orange', fitsNot: 'red' };

/** Says why a receiver refuses a request. The secret stays in the memory of this page. */
export function CheckSignature() {
  const [finding, setFinding] = useState<Finding>();
  const form = useForm({
    initialValues: { secret: '', timestamp: '', signature: '', body: '' },
    onValuesChange: () => setFinding(undefined),
  });
  return (
    <Card withBorder padding="lg">
      <form
        autoComplete="off"
        onSubmit={form.onSubmit((values) => void signatureFinding(values).then(setFinding))}
      >
        <Stack gap="sm">
          <Title order={2} size="h4">
            {texts.verify.check}
          </Title>
          <Text>{texts.verify.checkText}</Text>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput label={texts.verify.timestamp} required {...form.getInputProps('timestamp')} />
            <TextInput label={texts.verify.signature} required {...form.getInputProps('signature')} />
            <PasswordInput
              label={texts.verify.secret}
              autoComplete="off"
              required
              {...form.getInputProps('secret')}
            />
          </SimpleGrid>
          <Textarea
            label={texts.verify.body}
            autosize
            minRows={3}
            maxRows={12}
            required
            spellCheck={false}
            {...form.getInputProps('body')}
          />
          {finding ? (
            <Alert color={colours[finding]} role="status">
              {texts.verify[finding]}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button type="submit" variant="default">
              {texts.verify.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
