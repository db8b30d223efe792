import { Button, Modal, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { refusalOf } from '../api/refusal.ts';
import { texts } from '../texts/app.ts';
import { proofAddress } from './addresses.ts';

type Ask = (tenant: string, seconds: number) => Promise<boolean>;
const ProofContext = createContext<Ask>(() => Promise.resolve(false));

/** The name of the channel on which the page of a finished proof says so. */
export const proofChannel = 'keyward-proof';
/** Where the second window ends. */
export const provedPath = '/admin/proved';

/**
 * Some acts need a recent proof of who the user is (`REAUTHENTICATION_REQUIRED`). The user gives it in a second window,
 * so that what was typed here stays.
 */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ tenant: string; seconds: number }>();
  const settle = useRef<(proved: boolean) => void>(undefined);

  const end = useCallback((proved: boolean) => {
    settle.current?.(proved);
    settle.current = undefined;
    setAsked(undefined);
  }, []);

  useEffect(() => {
    const channel = new BroadcastChannel(proofChannel);
    channel.addEventListener('message', () => end(true));
    return () => channel.close();
  }, [end]);

  const ask: Ask = useCallback(
    (tenant, seconds) =>
      new Promise((resolve) => {
        settle.current?.(false);
        settle.current = resolve;
        setAsked({ tenant, seconds });
      }),
    [],
  );

  return (
    <ProofContext.Provider value={ask}>
      {children}
      <Modal opened={asked !== undefined} onClose={() => end(false)} title={texts.proof.title} centered>
        <Stack>
          <Text>{texts.proof.text}</Text>
          <Button
            component="a"
            href={asked ? proofAddress(asked.tenant, provedPath, asked.seconds) : '#'}
            target="keyward-proof"
            data-autofocus
          >
            {texts.proof.go}
          </Button>
        </Stack>
      </Modal>
    </ProofContext.Provider>
  );
}

/** Does something, and once more after the user has proved again who they are, where the service asks for that. */
export function useProved(tenant: string): <Result>(act: () => Promise<Result>) => Promise<Result> {
  const ask = useContext(ProofContext);
  return useCallback(
    async (act) => {
      try {
        return await act();
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal.code !== 'REAUTHENTICATION_REQUIRED') throw error;
        const seconds = Number(refusal.details['maxAgeSeconds'] ?? 300);
        if (!(await ask(tenant, seconds))) throw error;
        return act();
      }
    },
    [ask, tenant],
  );
}
