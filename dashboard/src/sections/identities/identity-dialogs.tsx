import { sends, sendsEntered } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import {
  deleteIdentity,
  reactivateIdentity,
  revokeIdentity,
  suspendIdentity,
} from '../../generated/sdk.gen.ts';
import type { Identity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { about, Confirm } from '../../ui/confirm.tsx';
import { fromNow } from '../../ui/moment.tsx';
import { ReasonDialog, type Why } from '../../ui/reason-dialog.tsx';
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
        {...about(texts.suspend, name)}
        text={`${texts.suspend.text} ${lostOf(identity.data)}`}
        {...sendsEntered({ suspendIdentity }, (body: Why) => ({ path, body, headers }))}
        onClose={onClose}
      />
    );
  if (dialog === 'reactivate')
    return (
      <ReasonDialog
        {...about(texts.reactivate, name)}
        isHarmless
        {...sendsEntered({ reactivateIdentity }, (body: Why) => ({ path, body, headers }))}
        onClose={onClose}
      />
    );
  if (dialog === 'revoke')
    return (
      <ReasonDialog
        {...about(texts.revoke, name)}
        text={`${lostOf(identity.data)} ${texts.revoke.text}`}
        typed={name}
        {...sendsEntered({ revokeIdentity }, (body: Why) => ({ path, body, headers }))}
        onClose={onClose}
      />
    );
  if (dialog === 'remove')
    return (
      <Confirm
        {...about(texts.remove, name)}
        text={`${lostOf(identity.data)} ${texts.remove.text}`}
        typed={name}
        {...sends({ deleteIdentity }, { path, headers })}
        onClose={onClose}
        onDone={() => go('identities')}
      />
    );
  return null;
}
