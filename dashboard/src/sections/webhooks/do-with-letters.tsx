import { deleteDeadLetter, replayDeadLetter } from '../../generated/sdk.gen.ts';
import type { DeadLetter } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { Bulk } from '../../ui/bulk.tsx';

export type LetterAct = 'replay' | 'remove';

const acts = {
  replay: {
    title: words.letters.replayTitle,
    text: words.letters.replayText,
    action: words.letters.replay,
    operation: 'replayDeadLetter',
    send: replayDeadLetter,
    isHarmless: true,
  },
  remove: {
    title: words.letters.removeTitle,
    text: words.letters.removeText,
    action: words.letters.remove,
    operation: 'deleteDeadLetter',
    send: deleteDeadLetter,
    isHarmless: false,
  },
} as const;

/** Replays or deletes dead letters, and names each. */
export function DoWithLetters({
  webhook,
  act,
  letters,
  onClose,
  onDone,
}: {
  webhook: string;
  act: LetterAct;
  letters: readonly DeadLetter[];
  onClose: () => void;
  onDone: (failed: readonly { id: string }[]) => void;
}) {
  const { title, text, action, operation, send, isHarmless } = acts[act];
  const pathOf = ({ id }: { id: string }) => ({ id: webhook, deadLetterId: id });
  return (
    <Bulk
      title={title(letters.length)}
      text={text}
      action={action}
      takesReason={false}
      isHarmless={isHarmless}
      items={letters.map(({ id, eventType, eventId }) => ({ id, name: `${eventType} ${eventId}` }))}
      pathOf={({ id }) => `webhooks/${webhook}/dead-letters/${id}`}
      act={(item) => send({ path: pathOf(item) })}
      call={(item) => ({ operation, path: pathOf(item) })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
