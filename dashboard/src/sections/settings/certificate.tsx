import { Anchor, Button, Code, Group, Stack } from '@mantine/core';
import { Download } from 'lucide-react';
import { useSession } from '../../app/me.ts';
import type { SigningKey } from '../../generated/types.gen.ts';
import { texts } from '../../texts/settings.ts';
import { Copy, Id } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { State } from '../../ui/state.tsx';

const { keys: words } = texts;

/** A key as others see it: its public key, or its certificate. */
export function Certificate({ of, onClose }: { of: SigningKey; onClose: () => void }) {
  const { tenant } = useSession();
  const published =
    of.use === 'OIDC' ? `/api/oidc/${tenant}/.well-known/jwks.json` : `/api/saml/${tenant}/metadata`;
  const text = of.certificate ?? JSON.stringify(of.publicKey, null, 2);
  const name = of.certificate === null ? `${of.id}.jwk.json` : `${of.id}.pem`;
  return (
    <Dialog title={of.certificate === null ? words.publicKey : words.certificate} size="lg" onClose={onClose}>
      <Stack>
        <FactRows
          rows={[
            [words.columns.id, <Id key="id" value={of.id} />],
            [words.columns.use, words.uses[of.use]],
            [words.columns.algorithm, of.algorithm],
            [words.columns.state, <State key="state" value={of.status} />],
            [words.columns.signs, <Moment key="signs" at={of.activatesAt} />],
            ...(of.certificateExpiresAt === null
              ? []
              : ([[words.columns.certificate, <Moment key="ends" at={of.certificateExpiresAt} />]] as const)),
          ]}
        />
        <Group wrap="nowrap" align="flex-start" gap="xs">
          <Code block flex={1} tabIndex={0} style={{ overflow: 'auto', maxHeight: '40vh' }}>
            {text}
          </Code>
          <Copy value={text} />
        </Group>
        <Group justify="space-between">
          <Anchor size="sm" href={published} target="_blank" rel="noreferrer">
            {of.use === 'OIDC' ? words.published.jwks : words.published.metadata}
          </Anchor>
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => saveFile(name, [text], 'text/plain')}
          >
            {words.download}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
