import { sendsEntered } from '../api/sends.ts';
import { revokeCredential } from '../generated/sdk.gen.ts';
import { texts } from '../texts/credentials.ts';
import { about } from './confirm.tsx';
import { ReasonDialog, type Why } from './reason-dialog.tsx';

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
      {...about(texts.revoke, name)}
      text={text}
      {...sendsEntered({ revokeCredential }, (body: Why) => ({ path, body, headers }))}
      onClose={onClose}
    />
  );
}
