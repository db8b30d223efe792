import {
  Alert,
  Anchor,
  Button,
  Group,
  Modal,
  PasswordInput,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { verifyCredential } from '../../generated/sdk.gen.ts';
import type { Verification } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { useAct } from '../../ui/use-act.ts';

/** Verifies a key without counting a use. The key is in the memory of this dialog only. */
export function TryKey({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { credential: '', scopes: [] as string[], ipAddress: '' } });
  const body = ({ credential, scopes, ipAddress }: typeof form.values) => ({
    credential: credential.trim(),
    consume: false,
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(ipAddress ? { ipAddress } : {}),
  });
  const trying = useAct(
    async (values: typeof form.values) => (await verifyCredential({ body: body(values) })).data,
  );
  return (
    <Modal opened onClose={onClose} title={texts.try.title} size="lg">
      <form onSubmit={form.onSubmit((values) => trying.mutate(values))}>
        <Stack>
          <span>{texts.try.text}</span>
          <PasswordInput
            label={texts.try.key}
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps('credential')}
          />
          <TagsInput label={texts.try.scopes} {...form.getInputProps('scopes')} />
          <TextInput label={texts.try.ip} {...form.getInputProps('ipAddress')} />
          {trying.error ? <Problem error={trying.error} /> : null}
          {trying.data ? <Answer verification={trying.data} /> : null}
          <Group justify="space-between">
            <InCode
              call={{
                operation: 'verifyCredential',
                body: { ...body(form.values), credential: 'kd_live_…' },
              }}
            />
            <Button type="submit" loading={trying.isPending}>
              {texts.try.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Answer({ verification: { valid, code, identity, credential } }: { verification: Verification }) {
  return (
    <Stack role="status">
      <Alert color={valid ? 'green' : 'orange'}>{valid ? texts.try.valid : texts.try.invalid(code)}</Alert>
      {identity && credential ? (
        <Facts
          rows={[
            [
              texts.try.owner,
              <Anchor
                key="identity"
                renderRoot={(props) => <PageLink to={`identities/${identity.id}`} {...props} />}
              >
                {identity.name}
              </Anchor>,
            ],
            [
              texts.try.credential,
              <Anchor
                key="credential"
                renderRoot={(props) => <PageLink to={`credentials/${credential.id}`} {...props} />}
              >
                {credential.name}
              </Anchor>,
            ],
            [texts.columns.state, <State key="code" value={code} />],
          ]}
        />
      ) : null}
    </Stack>
  );
}
