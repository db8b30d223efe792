import { List } from '@mantine/core';
import { revokeCredential } from '../../generated/sdk.gen.ts';
import type { CredentialItem } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { Confirm } from '../../ui/confirm.tsx';

/** Revokes one or several credentials, and names each. */
export function RevokeCredentials({
  credentials,
  onClose,
  onDone,
}: {
  credentials: readonly Pick<CredentialItem, 'id' | 'name' | 'identityId'>[];
  onClose: () => void;
  onDone?: () => void;
}) {
  const [first] = credentials;
  return (
    <Confirm
      title={
        credentials.length === 1 && first
          ? texts.revoke.title(first.name)
          : texts.revokeSelected(credentials.length)
      }
      text={texts.revoke.text}
      action={texts.actions.revoke}
      said={texts.revoke.said}
      call={{ operation: 'revokeCredential', path: { id: first?.id ?? '' } }}
      act={async () => {
        for (const { id } of credentials) await revokeCredential({ path: { id } });
      }}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
    >
      {credentials.length > 1 ? (
        <List size="sm">
          {credentials.map(({ id, name }) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
      ) : null}
    </Confirm>
  );
}
