import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deleteWebhook, pauseWebhook, recoverWebhook, resumeWebhook } from '../../generated/sdk.gen.ts';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useGo } from '../../ui/use-go.ts';
import { EditWebhook } from './edit-webhook.tsx';
import { RangeDialog } from './range-dialog.tsx';
import { RotateWebhookSecret } from './rotate-webhook-secret.tsx';
import { TestWebhook } from './test-webhook.tsx';
import type { Act } from './webhook-actions.tsx';

interface Parts {
  /** The version that was shown when the user chose the action. */
  of: Versioned<WebhookWithStats>;
  /** Puts the newest version in its place after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}

const dialogs: Readonly<Record<Act, (parts: Parts) => React.ReactNode>> = {
  edit: ({ of, onClose }) => <EditWebhook opened={of} onClose={onClose} />,
  test: ({ of, onClose }) => <TestWebhook webhook={of.data} onClose={onClose} />,
  rotate: ({ of, read, onClose }) => <RotateWebhookSecret of={of} read={read} onClose={onClose} />,
  pause: Pause,
  resume: Resume,
  recover: Recover,
  remove: Remove,
};

/** The dialog of an action. */
export function WebhookDialogs({ act, ...parts }: Parts & { act: Act }) {
  const Dialog = dialogs[act];
  return <Dialog {...parts} />;
}

function Pause({ of, read, onClose }: Parts) {
  const path = { id: of.data.id };
  return (
    <Confirm
      title={texts.pause.title(of.data.name)}
      text={texts.pause.text}
      action={texts.actions.pause}
      said={texts.pause.said}
      {...sends({ pauseWebhook }, { path, headers: ifMatch(of) })}
      onReload={read}
      onClose={onClose}
    />
  );
}

function Resume({ of, read, onClose }: Parts) {
  const path = { id: of.data.id };
  return (
    <Confirm
      title={texts.resume.title(of.data.name)}
      text={of.data.status === 'DISABLED' ? texts.resume.disabledText : texts.resume.text}
      action={texts.actions.resume}
      said={texts.resume.said}
      isHarmless
      {...sends({ resumeWebhook }, { path, headers: ifMatch(of) })}
      onReload={read}
      onClose={onClose}
    />
  );
}

function Recover({ of: { data }, onClose }: Parts) {
  const path = { id: data.id };
  return (
    <RangeDialog
      title={texts.recover.title}
      text={texts.recover.text}
      action={texts.recover.act}
      since={data.failingSince ?? data.disabledAt ?? undefined}
      call={(body) => ({ operation: 'recoverWebhook', path, body })}
      act={async (body) => (await recoverWebhook({ path, body })).data}
      onClose={onClose}
    />
  );
}

function Remove({ of, read, onClose }: Parts) {
  const go = useGo();
  const path = { id: of.data.id };
  return (
    <Confirm
      title={texts.remove.title(of.data.name)}
      text={texts.remove.text}
      action={texts.actions.remove}
      said={texts.remove.said}
      typed={of.data.name}
      {...sends({ deleteWebhook }, { path, headers: ifMatch(of) })}
      onReload={read}
      onClose={onClose}
      onDone={() => go('webhooks')}
    />
  );
}
