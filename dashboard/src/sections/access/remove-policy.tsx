import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deleteAccessPolicy } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Confirm } from '../../ui/confirm.tsx';
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
  const { accepted, guarded, field } = useLockout();
  const { id, name } = policy.data;
  const path = { id };
  return (
    <Confirm
      title={texts.remove.title(name)}
      text={texts.remove.text}
      action={texts.remove.action}
      said={texts.remove.said}
      typed={name}
      call={{ operation: 'deleteAccessPolicy', path, query: { ...accepted } }}
      act={() => guarded((query) => deleteAccessPolicy({ path, query, headers: ifMatch(policy) }))}
      onReload={read}
      onClose={onClose}
      onDone={() => go('access')}
    >
      {field}
    </Confirm>
  );
}
