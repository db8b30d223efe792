import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateAccessPolicy } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useLockout } from '../../ui/lockout.tsx';

/** What the policy becomes: one that decides, or one that only reports. */
export const switchOf = ({ status }: AccessPolicy): 'enable' | 'report' =>
  status === 'ENABLED' ? 'report' : 'enable';

/** Enables a policy, or lets it only report. Both may lock out: an enabled policy that allows stands before others. */
export function SwitchPolicy({
  policy,
  read,
  onClose,
}: {
  policy: Versioned<AccessPolicy>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { accepted, guards, field } = useLockout();
  const { id, name } = policy.data;
  const to = switchOf(policy.data);
  const words = texts.switch[to];
  const status = to === 'enable' ? ('ENABLED' as const) : ('REPORT_ONLY' as const);
  return (
    <Confirm
      title={words.title(name)}
      text={words.text}
      action={words.action}
      said={texts.saved}
      isHarmless={to === 'report'}
      {...guards(
        sends(
          { updateAccessPolicy },
          { path: { id }, body: { status, ...accepted }, headers: ifMatch(policy) },
        ),
      )}
      onReload={read}
      onClose={onClose}
    >
      {field}
    </Confirm>
  );
}
