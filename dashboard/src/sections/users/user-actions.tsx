import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import type { User, UserStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-states.ts';
import { ChangeState } from './change-state.tsx';
import { DeleteUser } from './delete-user.tsx';

export type Step = 'reinvite' | 'suspend' | 'reactivate' | 'deprovision' | 'remove';

const steps: Readonly<Record<string, readonly Step[]>> = {
  INVITED: ['reinvite', 'suspend', 'deprovision', 'remove'],
  ACTIVE: ['suspend', 'deprovision', 'remove'],
  SUSPENDED: ['reactivate', 'deprovision', 'remove'],
  DEPROVISIONED: ['remove'],
} satisfies Record<UserStatus, readonly Step[]>;

/** What can be done with a user in this state: the usual step as a button, the others in a menu. */
export function UserActions({ user, read }: { user: Versioned<User>; read: () => Promise<unknown> }) {
  const [step, setStep] = useState<Step>();
  const mayWrite = useMay('directory.write');
  const [first, ...others] = steps[user.data.status] ?? [];
  const close = () => setStep(undefined);
  // A dialog that is open stays when the rights of the user change.
  return (
    <>
      {mayWrite && first ? <Buttons first={first} others={others} onStep={setStep} /> : null}
      {step === 'remove' ? <DeleteUser user={user} read={read} onClose={close} /> : null}
      {step && step !== 'remove' ? <ChangeState user={user} read={read} step={step} onClose={close} /> : null}
    </>
  );
}

function Buttons({
  first,
  others,
  onStep,
}: {
  first: Step;
  others: readonly Step[];
  onStep: (step: Step) => void;
}) {
  return (
    <>
      <Button
        variant={first === 'remove' ? 'outline' : 'default'}
        color={first === 'remove' ? 'red.8' : undefined}
        onClick={() => onStep(first)}
      >
        {texts[first].action}
      </Button>
      {others.length > 0 ? (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronDown size={15} aria-hidden />}>
              {texts.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((one) => (
              <Menu.Item
                key={one}
                color={one === 'deprovision' || one === 'remove' ? 'red.8' : undefined}
                onClick={() => onStep(one)}
              >
                {texts[one].action}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}
