import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deprovisionUser, inviteUser, reactivateUser, suspendUser } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-states.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { GrantRule } from '../../ui/scopes.tsx';
import { Lost } from './lost.tsx';
import { nameOf } from './names.ts';
import { rightsOfRoles } from '../../ui/pick-roles.tsx';
import type { Step } from './user-actions.tsx';

const calls = { suspend: suspendUser, reactivate: reactivateUser, deprovision: deprovisionUser } as const;
const operations = {
  reinvite: 'inviteUser',
  suspend: 'suspendUser',
  reactivate: 'reactivateUser',
  deprovision: 'deprovisionUser',
} as const;

/** Invites again, suspends, reactivates or deprovisions a user. */
export function ChangeState({
  user,
  read,
  step,
  onClose,
}: {
  user: Versioned<User>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  step: Exclude<Step, 'remove'>;
  onClose: () => void;
}) {
  const { data } = user;
  const words = texts[step];
  const path = { userId: data.id };
  const headers = ifMatch(user);
  const common = {
    title: words.title(nameOf(data)),
    text: words.text,
    action: words.action,
    said: words.said,
    onReload: read,
    onClose,
  };
  if (step === 'reinvite')
    return (
      <Confirm
        {...common}
        isHarmless
        call={{ operation: operations[step], path }}
        act={() => inviteUser({ path, headers })}
      />
    );
  return (
    <ReasonDialog
      {...common}
      isHarmless={step === 'reactivate'}
      call={(body) => ({ operation: operations[step], path, body })}
      act={(body) => calls[step]({ path, headers, body })}
      {...(step === 'deprovision' ? { typed: data.username } : {})}
    >
      {step === 'deprovision' ? <Lost user={data} /> : null}
      {step === 'reactivate' ? <GrantRule scopes={rightsOfRoles(data.roles)} /> : null}
    </ReasonDialog>
  );
}
