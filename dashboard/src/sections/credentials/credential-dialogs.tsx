import { sends, sendsEntered } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deleteCredential, reactivateCredential, suspendCredential } from '../../generated/sdk.gen.ts';
import type { Credential } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { about, Confirm } from '../../ui/confirm.tsx';
import { fromNow } from '../../ui/moment.tsx';
import { ReasonDialog, type Why } from '../../ui/reason-dialog.tsx';
import { RevokeCredential } from '../../ui/revoke-credential.tsx';
import { RotateCredential } from '../../ui/rotate-credential.tsx';
import { useGo } from '../../ui/use-go.ts';
import { EditCredential } from './edit-credential.tsx';

export type Dialog = 'edit' | 'rotate' | 'suspend' | 'reactivate' | 'revoke' | 'remove';

/** Says when the credential was last used, so that the user sees whether something depends on it. */
export const lastUseOf = ({ lastUsedAt }: Pick<Credential, 'lastUsedAt'>): string =>
  lastUsedAt ? texts.lastUse(fromNow(lastUsedAt)) : texts.noUse;

export function CredentialDialogs({
  credential,
  dialog,
  read,
  onClose,
}: {
  credential: Versioned<Credential>;
  dialog: Dialog | undefined;
  read: () => Promise<Versioned<Credential> | undefined>;
  onClose: () => void;
}) {
  const go = useGo();
  const { id, name } = credential.data;
  const path = { id };
  const headers = ifMatch(credential);
  if (dialog === 'edit') return <EditCredential opened={credential} read={read} onClose={onClose} />;
  if (dialog === 'rotate') return <RotateCredential id={id} name={name} onClose={onClose} />;
  if (dialog === 'revoke')
    return <RevokeCredential credential={credential.data} headers={headers} onClose={onClose} />;
  if (dialog === 'suspend')
    return (
      <ReasonDialog
        {...about(texts.suspend, name)}
        text={`${texts.suspend.text} ${lastUseOf(credential.data)}`}
        {...sendsEntered({ suspendCredential }, (body: Why) => ({ path, body, headers }))}
        onClose={onClose}
      />
    );
  if (dialog === 'reactivate')
    return (
      <ReasonDialog
        {...about(texts.reactivate, name)}
        isHarmless
        {...sendsEntered({ reactivateCredential }, (body: Why) => ({ path, body, headers }))}
        onClose={onClose}
      />
    );
  if (dialog === 'remove')
    return (
      <Confirm
        {...about(texts.remove, name)}
        text={`${texts.remove.text} ${lastUseOf(credential.data)}`}
        typed={name}
        {...sends({ deleteCredential }, { path, headers })}
        onClose={onClose}
        onDone={() => go('credentials')}
      />
    );
  return null;
}
