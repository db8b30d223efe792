import {
  Alert,
  Anchor,
  Button,
  Group,
  PasswordInput,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useKeyForm, useMay } from '../../app/me.ts';
import { verifyCredential } from '../../generated/sdk.gen.ts';
import type { CredentialItem, Verification } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { spoken, State } from '../../ui/state.tsx';
import { takePastedKey } from '../../ui/pasted-key.ts';
import { useAct } from '../../ui/use-act.ts';
import { type Candidates, findByEnds } from './find-by-ends.ts';
import { RevokeCredential } from '../../ui/revoke-credential.tsx';

interface Tried {
  verification: Verification;
  /** For a key that the service does not accept: the credentials whose secrets begin and end like it. */
  candidates: Candidates | undefined;
}

/** Verifies a key without counting a use. The key is in the memory of this dialog only. */
export function TryKey({ onClose }: { onClose: () => void }) {
  const [pasted] = useState(takePastedKey);
  const form = useForm({
    initialValues: { credential: pasted ?? '', scopes: [] as string[], ipAddress: '' },
  });
  const mayRead = useMay('credentials.read');
  const keyForm = useKeyForm();
  const [revoking, setRevoking] = useState<{ id: string; name: string }>();
  const body = ({ credential, scopes, ipAddress }: typeof form.values) => ({
    credential: credential.trim(),
    consume: false,
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(ipAddress ? { ipAddress } : {}),
  });
  const trying = useAct(async (values: typeof form.values): Promise<Tried> => {
    const { data: verification } = await verifyCredential({ body: body(values) });
    const isUnknown = !verification.credential && verification.reason !== 'OTHER_ENVIRONMENT';
    return {
      verification,
      candidates: isUnknown && mayRead ? await findByEnds(values.credential.trim()) : undefined,
    };
  });
  if (revoking)
    return (
      <RevokeCredential
        credential={revoking}
        text={texts.try.leaked}
        onClose={() => {
          setRevoking(undefined);
          onClose();
        }}
      />
    );
  return (
    <Dialog onClose={onClose} title={pasted === undefined ? texts.try.title : texts.try.whose} size="lg">
      <form onSubmit={form.onSubmit((values) => trying.mutate(values))}>
        <Stack>
          <span>{pasted === undefined ? texts.try.text : texts.try.pasted}</span>
          <PasswordInput
            label={texts.try.key}
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps('credential')}
          />
          <TagsInput
            label={texts.try.scopes}
            description={texts.try.scopesText}
            {...form.getInputProps('scopes')}
          />
          <TextInput
            label={texts.try.ip}
            description={texts.try.ipText}
            {...form.getInputProps('ipAddress')}
          />
          {trying.error ? <Problem error={trying.error} /> : null}
          {trying.data ? <Answer tried={trying.data} onRevoke={setRevoking} /> : null}
          <Group justify="space-between">
            <InCode
              call={{
                operation: 'verifyCredential',
                body: { ...body(form.values), credential: keyForm },
              }}
            />
            <Button type="submit" loading={trying.isPending}>
              {texts.try.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Answer({
  tried: { verification, candidates },
  onRevoke,
}: {
  tried: Tried;
  onRevoke: (credential: { id: string; name: string }) => void;
}) {
  const { valid, code, reason, identity, credential, gracePeriod, remainingUses, policyId } = verification;
  const mayRevoke = useMay('credentials.revoke');
  return (
    <Stack role="status" gap="sm">
      <Alert
        color={valid ? 'green' : 'orange'}
        title={valid ? texts.try.valid : texts.try.invalid(spoken(code))}
      >
        {texts.try.codes[code]} {reason ? texts.try.reasons[reason] : null}
        {gracePeriod ? texts.try.old : null} {policyId ? texts.try.policy(policyId) : null}
      </Alert>
      {identity && credential ? (
        <>
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
              [texts.columns.scopes, credential.scopes.join(', ') || ui.none],
              [texts.try.remaining, remainingUses ?? texts.try.unlimited],
              [texts.columns.expires, <Moment key="expires" at={credential.expiresAt} />],
            ]}
          />
          {mayRevoke ? (
            <Group justify="flex-end">
              <Button variant="outline" color="red.8" onClick={() => onRevoke(credential)}>
                {texts.try.revoke}
              </Button>
            </Group>
          ) : null}
        </>
      ) : null}
      {candidates ? <Similar candidates={candidates} /> : null}
    </Stack>
  );
}

/** The credentials that the key may have belonged to. */
function Similar({ candidates: { found, isWhole } }: { candidates: Candidates }) {
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {found.length > 0 ? texts.try.similar : texts.try.noSimilar}
      </Text>
      {found.map((credential: CredentialItem) => (
        <Group key={credential.id} gap="sm">
          <Anchor
            size="sm"
            renderRoot={(props) => <PageLink to={`credentials/${credential.id}`} {...props} />}
          >
            {credential.name}
          </Anchor>
          <Text size="sm">{texts.try.of(credential.identityName)}</Text>
          <State value={credential.status} />
        </Group>
      ))}
      {isWhole ? null : (
        <Text size="xs" c="dimmed">
          {texts.try.partly}
        </Text>
      )}
    </Stack>
  );
}
