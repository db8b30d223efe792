import { Button } from '@mantine/core';
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

interface Parts {
  act: LifeCycleAct;
  name: string;
  update: {
    operation: string;
    path: Record<string, string>;
    send: (status: 'ACTIVE' | 'DISABLED') => Promise<unknown>;
  };
  remove: { operation: string; path: Record<string, string>; send: () => Promise<unknown> };
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
        call={{ operation: remove.operation, path: remove.path }}
        act={remove.send}
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
      call={{ operation: update.operation, path: update.path, body: { status } }}
      act={async () => update.send(status)}
      onReload={read}
      onClose={onClose}
    />
  );
}

/** Enables, disables and deletes an application of either protocol. */
export const LifeCycle = { Buttons, Dialog };
