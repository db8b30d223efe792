import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { texts } from '../../texts/applications.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useGo } from '../../ui/use-go.ts';

export type LifeCycleAct = 'disable' | 'enable' | 'remove';

function Buttons({ status, onChoose }: { status: string; onChoose: (act: LifeCycleAct) => void }) {
  return (
    <>
      <Button variant="default" onClick={() => onChoose(status === 'ACTIVE' ? 'disable' : 'enable')}>
        {status === 'ACTIVE' ? texts.actions.disable : texts.actions.enable}
      </Button>
      <Button variant="subtle" color="red.8" onClick={() => onChoose('remove')}>
        {texts.actions.remove}
      </Button>
    </>
  );
}

/** A change, as `sends` returns it. */
type Sent = Pick<ComponentProps<typeof Confirm>, 'act' | 'call'>;

interface Parts {
  act: LifeCycleAct;
  name: string;
  update: (status: 'ACTIVE' | 'DISABLED') => Sent;
  remove: Sent;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}

function Dialog({ act, name, update, remove, read, onClose }: Parts) {
  const go = useGo();
  const words = texts[act];
  if (act === 'remove')
    return (
      <Confirm
        title={words.title(name)}
        text={words.text}
        action={texts.actions.remove}
        said={words.said}
        typed={name}
        {...remove}
        onReload={read}
        onClose={onClose}
        onDone={() => go('applications')}
      />
    );
  const status = act === 'enable' ? 'ACTIVE' : 'DISABLED';
  return (
    <Confirm
      title={words.title(name)}
      text={words.text}
      action={texts.actions[act]}
      said={words.said}
      isHarmless={act === 'enable'}
      {...update(status)}
      onReload={read}
      onClose={onClose}
    />
  );
}

/** Enables, disables and deletes an application of either protocol. */
export const LifeCycle = { Buttons, Dialog };
