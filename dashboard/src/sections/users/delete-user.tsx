import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deleteUser } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-states.ts';
import { about, Confirm } from '../../ui/confirm.tsx';
import { useGo } from '../../ui/use-go.ts';
import { Lost } from './lost.tsx';
import { nameOf } from './names.ts';

/** Erases a user, after it named what is lost. */
export function DeleteUser({
  user,
  read,
  onClose,
}: {
  user: Versioned<User>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const go = useGo();
  const path = { userId: user.data.id };
  return (
    <Confirm
      {...about(texts.remove, nameOf(user.data))}
      typed={user.data.username}
      {...sends({ deleteUser }, { path, headers: ifMatch(user) })}
      onReload={read}
      onClose={onClose}
      onDone={() => go('users')}
    >
      <Lost user={user.data} isErased />
    </Confirm>
  );
}
