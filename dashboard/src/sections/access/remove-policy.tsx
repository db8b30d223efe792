import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deleteAccessPolicy } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { about, Confirm } from '../../ui/confirm.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { useGo } from '../../ui/use-go.ts';

/** Deletes a policy. One that allows may stand before one that blocks, so this may lock out as well. */
export function RemovePolicy({
  policy,
  read,
  onClose,
}: {
  policy: Versioned<AccessPolicy>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const go = useGo();
  const { accepted, guards, field } = useLockout();
  const { id, name } = policy.data;
  return (
    <Confirm
      {...about(texts.remove, name)}
      typed={name}
      {...guards(sends({ deleteAccessPolicy }, { path: { id }, query: accepted, headers: ifMatch(policy) }))}
      onReload={read}
      onClose={onClose}
      onDone={() => go('access')}
    >
      {field}
    </Confirm>
  );
}
