import { ifMatch, type Versioned } from '../../api/versioned.ts';
import {
  deleteIdentity,
  reactivateIdentity,
  revokeIdentity,
  suspendIdentity,
} from '../../generated/sdk.gen.ts';
import type { Identity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { fromNow } from '../../ui/moment.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useGo } from '../../ui/use-go.ts';
import { EditIdentity } from './edit-identity.tsx';

export type Dialog = 'edit' | 'suspend' | 'reactivate' | 'revoke' | 'remove';

/** Says how many credentials stop, and when the last one was used. */
const lostOf = ({ credentialCount, lastActivityAt }: Identity): string =>
  lastActivityAt
    ? `${texts.lost(credentialCount)} ${texts.lastUse(fromNow(lastActivityAt))}`
    : texts.lost(credentialCount);

export function IdentityDialogs({
  identity,
  dialog,
  read,
  onClose,
}: {
  identity: Versioned<Identity>;
  dialog: Dialog | undefined;
  read: () => Promise<Versioned<Identity> | undefined>;
  onClose: () => void;
}) {
  const go = useGo();
  const { id, name } = identity.data;
  const path = { id };
  const headers = ifMatch(identity);
  if (dialog === 'edit') return <EditIdentity opened={identity} read={read} onClose={onClose} />;
  if (dialog === 'suspend')
    return (
      <ReasonDialog
        title={texts.suspend.title(name)}
        text={`${texts.suspend.text} ${lostOf(identity.data)}`}
        action={texts.actions.suspend}
        said={texts.suspend.said}
        call={(body) => ({ operation: 'suspendIdentity', path, body })}
        act={(body) => suspendIdentity({ path, headers, body })}
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
        call={(body) => ({ operation: 'reactivateIdentity', path, body })}
        act={(body) => reactivateIdentity({ path, headers, body })}
        onClose={onClose}
      />
    );
  if (dialog === 'revoke')
    return (
      <ReasonDialog
        title={texts.revoke.title(name)}
        text={`${lostOf(identity.data)} ${texts.revoke.text}`}
        action={texts.actions.revoke}
        said={texts.revoke.said}
        typed={name}
        call={(body) => ({ operation: 'revokeIdentity', path, body })}
        act={(body) => revokeIdentity({ path, headers, body })}
        onClose={onClose}
      />
    );
  if (dialog === 'remove')
    return (
      <Confirm
        title={texts.remove.title(name)}
        text={`${lostOf(identity.data)} ${texts.remove.text}`}
        action={texts.actions.remove}
        said={texts.remove.said}
        typed={name}
        call={{ operation: 'deleteIdentity', path }}
        act={() => deleteIdentity({ path, headers })}
        onClose={onClose}
        onDone={() => go('identities')}
      />
    );
  return null;
}
