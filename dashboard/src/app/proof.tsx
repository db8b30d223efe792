import { Button, Modal, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { refusalOf } from '../api/refusal.ts';
import { texts } from '../texts/app.ts';
import { proofAddress, signInAddress } from './addresses.ts';
import { type Wanted, wantedBy } from './session-watch.ts';

type Ask = (wanted: Wanted) => Promise<boolean>;
const ProofContext = createContext<Ask>(() => Promise.resolve(false));

/** The name of the channel on which the page of a finished proof says so. */
export const proofChannel = 'keyward-proof';
/** Where the second window ends. */
const provedPath = '/admin/proved';

interface Parts {
  /** Hears of queries that were refused for want of a proof. */
  watch: EventTarget;
  /** What to do after a proof that no change waits for. */
  onProved: () => void;
  children: ReactNode;
}

/**
 * The session may end while the page is open, and some acts need a recent sign-in. The user gives the proof in a second
 * window, so that what was typed here stays.
 */
export function ProofProvider({ watch, onProved, children }: Parts) {
  const [wanted, setWanted] = useState<Wanted>();
  const settle = useRef<(proved: boolean) => void>(undefined);

  const end = useCallback((proved: boolean) => {
    settle.current?.(proved);
    settle.current = undefined;
    setWanted(undefined);
  }, []);

  useEffect(() => {
    const channel = new BroadcastChannel(proofChannel);
    channel.addEventListener('message', () => {
      end(true);
      onProved();
    });
    return () => channel.close();
  }, [end, onProved]);

  useEffect(() => {
    // A change that waits for a proof is more than a query that does.
    const heard = (event: Event) => {
      if (!settle.current) setWanted((event as CustomEvent<Wanted>).detail);
    };
    watch.addEventListener('wanted', heard);
    return () => watch.removeEventListener('wanted', heard);
  }, [watch]);

  const ask: Ask = useCallback(
    (asked) =>
      new Promise((resolve) => {
        settle.current?.(false);
        settle.current = resolve;
        setWanted(asked);
      }),
    [],
  );

  return (
    <ProofContext.Provider value={ask}>
      {children}
      <Modal
        opened={wanted !== undefined}
        onClose={() => end(false)}
        title={texts.proof.title}
        centered
        zIndex={400}
      >
        {wanted ? (
          <Stack>
            <Text>{texts.proof[wanted.why]}</Text>
            <Button component="a" href={addressOf(wanted)} target="keyward-proof" data-autofocus>
              {texts.proof.go}
            </Button>
          </Stack>
        ) : null}
      </Modal>
    </ProofContext.Provider>
  );
}

const addressOf = ({ tenant, seconds }: Wanted): string =>
  seconds === undefined ? signInAddress(tenant, provedPath) : proofAddress(tenant, provedPath, seconds);

/** Does something, and once more after the user has proved again who they are, where the service asks for that. */
export function useProved(tenant: string): <Result>(act: () => Promise<Result>) => Promise<Result> {
  const ask = useContext(ProofContext);
  return useCallback(
    async (act) => {
      try {
        return await act();
      } catch (error) {
        const wanted = wantedBy(tenant, refusalOf(error));
        if (!wanted || !(await ask(wanted))) throw error;
        return act();
      }
    },
    [ask, tenant],
  );
}
