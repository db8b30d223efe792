import { Button, Modal, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { refusalOf } from '../api/refusal.ts';
import { texts } from '../texts/app.ts';
import { proofAddress, signInAddress } from './addresses.ts';
import { OtherUser } from './other-user.tsx';
import { randomId } from '../api/random-id.ts';
import { tenantOfPath, type Wanted, wantedBy } from './session-watch.ts';

/** @param left aborts when the component that asked has left the page */
type Ask = (wanted: Wanted, left: AbortSignal) => Promise<boolean>;
const ProofContext = createContext<Ask>(() => Promise.resolve(false));

/** The name of the channel on which the page of a finished proof says so, to every tab. */
const channelName = 'keyward-proof';
/** Where the second window ends. */
const provedPath = '/admin/proved';

interface Waiting {
  /** The proof that lets this one go on. Another tab may wait for a change of its own. */
  id: string;
  wanted: Wanted;
  /** Undefined for a query, which is read again after any proof. */
  settle: ((proved: boolean) => void) | undefined;
}

interface Parts {
  /** Hears of queries that were refused for want of a proof. */
  watch: EventTarget;
  /** What to do after a proof in any tab. */
  onProved: () => void;
  children: ReactNode;
}

/**
 * The session may end while the page is open, and some acts need a recent sign-in. The user gives the proof in a second
 * window, so that what was typed here stays.
 */
export function ProofProvider({ watch, onProved, children }: Parts) {
  const [shown, show] = useState<Waiting>();
  const waiting = useRef<Waiting>(undefined);

  const wait = useCallback((next: Waiting | undefined) => {
    waiting.current = next;
    show(next);
  }, []);
  const end = useCallback(
    (one: Waiting | undefined, proved: boolean) => {
      if (!one || waiting.current !== one) return;
      wait(undefined);
      one.settle?.(proved);
    },
    [wait],
  );

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const one = waiting.current;
      if (one && (one.settle === undefined || one.id === data)) end(one, true);
      onProved();
    });
    return () => channel.close();
  }, [end, onProved]);

  useEffect(() => {
    // A change that waits for a proof is more than a query that does.
    const heard = (event: Event) => {
      if (!waiting.current?.settle)
        wait({ id: randomId(), wanted: (event as CustomEvent<Wanted>).detail, settle: undefined });
    };
    watch.addEventListener('wanted', heard);
    return () => watch.removeEventListener('wanted', heard);
  }, [watch, wait]);

  const ask: Ask = useCallback(
    (wanted, left) =>
      new Promise((resolve) => {
        if (left.aborted) {
          resolve(false);
          return;
        }
        end(waiting.current, false);
        const one = { id: randomId(), wanted, settle: resolve };
        left.addEventListener('abort', () => end(one, false), { once: true });
        wait(one);
      }),
    [end, wait],
  );

  return (
    <ProofContext.Provider value={ask}>
      {children}
      <Modal
        opened={shown !== undefined}
        onClose={() => end(shown, false)}
        title={shown?.wanted.why === 'otherUser' ? texts.otherUser.title : texts.proof.title}
        centered
        zIndex={400}
      >
        {shown ? <Asked waiting={shown} /> : null}
      </Modal>
    </ProofContext.Provider>
  );
}

function Asked({ waiting }: { waiting: Waiting }) {
  const { tenant, why } = waiting.wanted;
  if (why === 'otherUser') return <OtherUser tenant={tenant} />;
  return (
    <Stack>
      <Text>{texts.proof[why]}</Text>
      <Button component="a" href={addressOf(waiting)} target="keyward-proof" data-autofocus>
        {texts.proof.go}
      </Button>
    </Stack>
  );
}

function addressOf({ id, wanted: { tenant, seconds } }: Waiting): string {
  const back = `${provedPath}?of=${id}`;
  return seconds === undefined ? signInAddress(tenant, back) : proofAddress(tenant, back, seconds);
}

/** Says in every tab that the proof of the address was given. */
export function tellProof(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(new URLSearchParams(location.search).get('of') ?? '');
  channel.close();
}

/**
 * Does something, and once more after the user has proved again who they are, where the service asks for that. What was
 * left meanwhile is not done: the page, the dialog or the tenant of it.
 * @throws {Error} if another tenant is open: calls name that one
 */
export function useProved(tenant: string): <Result>(act: () => Promise<Result>) => Promise<Result> {
  const ask = useContext(ProofContext);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const one = new AbortController();
    leaving.current = one;
    return () => one.abort();
  }, [tenant]);
  return useCallback(
    async (act) => {
      const left = leaving.current?.signal;
      if (tenantOfPath() !== tenant) throw new Error('another tenant is open');
      try {
        return await act();
      } catch (error) {
        const wanted = wantedBy(tenant, refusalOf(error));
        if (!wanted || !left || !(await ask(wanted, left))) throw error;
        if (left.aborted || tenantOfPath() !== tenant) throw error;
        return act();
      }
    },
    [ask, tenant],
  );
}
