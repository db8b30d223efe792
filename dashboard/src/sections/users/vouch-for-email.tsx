import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateUser } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/users.ts';
import { Confirm } from '../../ui/confirm.tsx';

/** Says that the e-mail address of a user is verified, or takes that back. */
export function VouchForEmail({
  opened,
  read,
  onClose,
}: {
  opened: Versioned<User>;
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { id, email, emailVerified } = opened.data;
  const words = emailVerified ? texts.vouch.not : texts.vouch.yes;
  const path = { userId: id };
  const body = { emailVerified: !emailVerified };
  return (
    <Confirm
      title={words.title(email ?? '')}
      text={words.text}
      action={words.action}
      said={texts.saved}
      isHarmless
      {...sends({ updateUser }, { path, body, headers: ifMatch(opened) })}
      onReload={read}
      onClose={onClose}
    />
  );
}
