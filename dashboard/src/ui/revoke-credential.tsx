import { revokeCredential } from '../generated/sdk.gen.ts';
import { texts } from '../texts/credentials.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Revokes a credential for good. */
export function RevokeCredential({
  credential: { id, name },
  text = texts.revoke.text,
  headers,
  onClose,
}: {
  credential: { id: string; name: string };
  text?: string;
  headers?: { 'If-Match': string } | undefined;
  onClose: () => void;
}) {
  const path = { id };
  return (
    <ReasonDialog
      title={texts.revoke.title(name)}
      text={text}
      action={texts.actions.revoke}
      said={texts.revoke.said}
      call={(body) => ({ operation: 'revokeCredential', path, body })}
      act={(body) => revokeCredential({ path, headers, body })}
      onClose={onClose}
    />
  );
}
