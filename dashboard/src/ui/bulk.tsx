import { Alert, Anchor, Button, Group, List, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Refusal, refusalOf } from '../api/refusal.ts';
import type { Call } from '../api/sends.ts';
import { useSession } from '../app/me.ts';
import { useProved } from '../app/proof.tsx';
import { texts } from '../texts/ui.ts';
import { Dialog } from './dialog.tsx';
import { InCode } from './in-code.tsx';
import { PageLink } from './page-link.tsx';
import { useStop } from './use-stop.ts';

interface Item {
  id: string;
  name: string;
}

interface Parts {
  title: string;
  /** What is lost. */
  text: string;
  action: string;
  items: readonly Item[];
  /** False where the operation takes no reason. */
  takesReason?: boolean;
  /** Nothing is lost. */
  isHarmless?: boolean;
  /** Fields of the same change for all. */
  children?: ReactNode;
  /** The page of one of them. */
  pathOf: (item: Item) => string;
  act: (item: Item, reason: { reason?: string }) => Promise<unknown>;
  call: (item: Item, reason: { reason?: string }) => Call;
  onClose: () => void;
  /** Gets those that failed, which stay selected. */
  onDone: (failed: readonly Item[]) => void;
}

interface Outcome {
  done: number;
  failed: { item: Item; refusal: Refusal }[];
}

/** Does the same to several things, one after the other, shows how far it is and says which ones failed and why. */
export function Bulk(parts: Parts) {
  const { text, action, takesReason = true, isHarmless = false } = parts;
  const { pathOf, act, call, onClose, onDone, children } = parts;
  // The list behind the dialog is read again meanwhile, and its selection changes.
  const [{ items, title }] = useState(parts);
  const [reason, setReason] = useState('');
  const [state, setState] = useState<'asking' | 'running' | 'done'>('asking');
  const [outcome, setOutcome] = useState<Outcome>({ done: 0, failed: [] });
  const { begin, stop } = useStop();
  const proved = useProved(useSession().tenant);
  const queries = useQueryClient();
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };
  const run = async () => {
    setState('running');
    const isStopped = begin();
    const result: Outcome = { done: 0, failed: [] };
    for (const item of items) {
      if (isStopped()) break;
      try {
        await proved(() => act(item, why));
        result.done += 1;
      } catch (error) {
        result.failed.push({ item, refusal: refusalOf(error) });
      }
      setOutcome({ ...result, failed: [...result.failed] });
    }
    setState('done');
    void queries.invalidateQueries();
    onDone(result.failed.map(({ item }) => item));
  };
  const [first] = items;
  const count = outcome.done + outcome.failed.length;
  return (
    <Dialog onClose={onClose} title={title} size="lg" isBusy={state === 'running'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Stack>
          {state === 'asking' ? (
            <>
              <Text>{text}</Text>
              <List size="sm" mah="30vh" style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
                {items.map(({ id, name }) => (
                  <List.Item key={id}>{name}</List.Item>
                ))}
              </List>
              {children}
              {takesReason ? (
                <TextInput
                  label={texts.reason}
                  description={texts.reasonText}
                  maxLength={500}
                  value={reason}
                  onChange={({ currentTarget }) => setReason(currentTarget.value)}
                  data-autofocus
                />
              ) : null}
            </>
          ) : (
            <>
              <Progress
                value={(count / items.length) * 100}
                color={outcome.failed.length > 0 ? 'orange' : 'teal'}
                aria-label={title}
              />
              <Text role="status">{texts.bulk.done(outcome.done, items.length)}</Text>
            </>
          )}
          {outcome.failed.length > 0 ? (
            <Alert color="red" title={texts.bulk.failed(outcome.failed.length)}>
              <List size="sm" mah="40vh" style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
                {outcome.failed.map(({ item, refusal }) => (
                  <List.Item key={item.id}>
                    <Anchor size="sm" renderRoot={(props) => <PageLink to={pathOf(item)} {...props} />}>
                      {item.name}
                    </Anchor>
                    : {refusal.code === 'NETWORK' ? texts.problem.network : refusal.message}
                    {refusal.requestId ? ` (${refusal.requestId})` : null}
                  </List.Item>
                ))}
              </List>
            </Alert>
          ) : null}
          <Group justify="space-between">
            {first && state === 'asking' ? <InCode call={call(first, why)} /> : <span />}
            <Group gap="sm">
              {state === 'running' ? (
                <Button variant="default" onClick={stop}>
                  {texts.stop}
                </Button>
              ) : (
                <Button variant="default" onClick={onClose}>
                  {state === 'done' ? texts.close : texts.cancel}
                </Button>
              )}
              {state === 'done' ? null : (
                <Button type="submit" color={isHarmless ? 'teal' : 'red.8'} loading={state === 'running'}>
                  {action}
                </Button>
              )}
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
