import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deleteCredential, reactivateCredential, suspendCredential } from '../../generated/sdk.gen.ts';
import type { Credential } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { fromNow } from '../../ui/moment.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useGo } from '../../ui/use-go.ts';
import { EditCredential } from './edit-credential.tsx';
import { RevokeCredential } from '../../ui/revoke-credential.tsx';
import { RotateCredential } from '../../ui/rotate-credential.tsx';

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
        title={texts.suspend.title(name)}
        text={`${texts.suspend.text} ${lastUseOf(credential.data)}`}
        action={texts.actions.suspend}
        said={texts.suspend.said}
        call={(body) => ({ operation: 'suspendCredential', path, body })}
        act={(body) => suspendCredential({ path, headers, body })}
        onClose={onClose}
      />
    );
  if (dialog === 'reactivate')
    return (
      <ReasonDialog
        title={texts.reactivate.title(name)}
        text={texts.reactivate.text}
        action={texts.actions.reactivate}
        said={texts.reactivate.said}
        isHarmless
        call={(body) => ({ operation: 'reactivateCredential', path, body })}
        act={(body) => reactivateCredential({ path, headers, body })}
        onClose={onClose}
      />
    );
  if (dialog === 'remove')
    return (
      <Confirm
        title={texts.remove.title(name)}
        text={`${texts.remove.text} ${lastUseOf(credential.data)}`}
        action={texts.actions.remove}
        said={texts.remove.said}
        typed={name}
        call={{ operation: 'deleteCredential', path }}
        act={() => deleteCredential({ path, headers })}
        onClose={onClose}
        onDone={() => go('credentials')}
      />
    );
  return null;
}
