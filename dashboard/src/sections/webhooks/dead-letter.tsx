import { Anchor, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { getDeadLetterOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deleteDeadLetter, replayDeadLetter } from '../../generated/sdk.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { useGo } from '../../ui/use-go.ts';
import { Attempts } from './attempts.tsx';
import type { LetterAct } from './do-with-letters.tsx';
import { useWebhook } from './use-webhook.ts';

/** A dead letter: what was sent, every attempt, and what to do with it. */
export function DeadLetterPage() {
  const { id, deadLetterId } = useParams({ strict: false }) as { id: string; deadLetterId: string };
  const path = { id, deadLetterId };
  const webhook = useWebhook(id);
  const { data: letter, error, refetch } = useQuery(getDeadLetterOptions({ path }));
  const [act, setAct] = useState<LetterAct>();
  const mayWrite = useMay('webhooks.write');
  const failure = error ?? webhook.error;
  if (failure && (!letter || !webhook.data))
    return <Problem error={failure} onRetry={() => void refetch()} />;
  if (!letter || !webhook.data) return <PageWaiting />;
  return (
    <Stack gap="md">
      <PageHead
        title={letter.eventType}
        back={{ to: `webhooks/${id}/dead-letters`, title: webhook.data.data.name }}
        beside={<State value="FAILED" />}
      >
        <InCode call={{ operation: 'getDeadLetter', path }} />
        {mayWrite ? (
          <>
            <Button onClick={() => setAct('replay')}>{words.letters.replay}</Button>
            <Button variant="outline" color="red.8" onClick={() => setAct('remove')}>
              {words.letters.remove}
            </Button>
          </>
        ) : null}
      </PageHead>
      <Facts
        rows={[
          [words.letters.details, <Id key="id" value={letter.id} />],
          [words.delivery.eventId, <Id key="event" value={letter.eventId} />],
          [words.delivery.eventAt, <Moment key="at" at={letter.eventAt} />],
          [words.letters.failedAt, <Moment key="failed" at={letter.failedAt} />],
          [words.letters.expires, <Moment key="expires" at={letter.expiresAt} isRelative />],
          [
            words.delivery.details,
            <Anchor
              key="delivery"
              renderRoot={(props) => (
                <PageLink to={`webhooks/${id}/deliveries/${letter.deliveryId}`} {...props} />
              )}
            >
              {letter.deliveryId}
            </Anchor>,
          ],
        ]}
      />
      <Attempts
        webhook={webhook.data.data}
        deliveryId={letter.deliveryId}
        payload={letter.payload}
        attempts={letter.attempts}
      />
      {act === 'replay' ? <Replay path={path} onClose={() => setAct(undefined)} /> : null}
      {act === 'remove' ? <Remove path={path} onClose={() => setAct(undefined)} /> : null}
    </Stack>
  );
}

interface Parts {
  path: { id: string; deadLetterId: string };
  onClose: () => void;
}

function Replay({ path, onClose }: Parts) {
  const go = useGo();
  return (
    <Confirm
      title={words.letters.replayTitle(1)}
      text={words.letters.replayText}
      action={words.letters.replay}
      said={words.letters.replayed}
      isHarmless
      call={{ operation: 'replayDeadLetter', path }}
      act={async () => {
        const { data } = await replayDeadLetter({ path });
        go(`webhooks/${path.id}/deliveries/${data.id}`);
      }}
      onClose={onClose}
    />
  );
}

function Remove({ path, onClose }: Parts) {
  const go = useGo();
  return (
    <Confirm
      title={words.letters.removeTitle(1)}
      text={words.letters.removeText}
      action={words.letters.remove}
      said={words.letters.removed}
      call={{ operation: 'deleteDeadLetter', path }}
      act={async () => {
        await deleteDeadLetter({ path });
        go(`webhooks/${path.id}/dead-letters`);
      }}
      onClose={onClose}
    />
  );
}
