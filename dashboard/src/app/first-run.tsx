import { Center, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Refusal } from '../api/refusal.ts';
import { texts } from '../texts/app.ts';
import { Problem } from '../ui/problem.tsx';
import { forgetTenant } from './last-tenant.ts';

/** A token in the fragment of the address: a link of a first run, or of `make dashboard`. */
const form = /^#([A-Za-z0-9_-]{43})$/;

/**
 * Takes the token out of the address. It works once, and must be neither in the history nor in a copied address.
 * @returns undefined if there is none
 */
export function takeToken(): string | undefined {
  const token = form.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', location.pathname);
  return token;
}

/** Redeems a token, and goes where the service says: to the sign-in, or on. */
export function FirstRun({ token }: { token: string }) {
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    redeem(token).catch(setError);
  }, [token]);
  return (
    <Center mih="60vh">
      {error ? (
        <Stack maw={560}>
          <Problem error={error} />
          <Text>{texts.firstRun.again}</Text>
        </Stack>
      ) : (
        <Stack align="center">
          <Loader aria-hidden />
          <Text role="status">{texts.firstRun.waiting}</Text>
        </Stack>
      )}
    </Center>
  );
}

/** @throws {Refusal} if the link was used, replaced or is too old */
async function redeem(token: string): Promise<void> {
  const answer = await fetch('/admin/redeem', {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const body = (await answer.json()) as { location?: string; code?: string };
  if (!answer.ok) throw new Refusal(answer.status, body);
  forgetTenant();
  location.replace(body.location ?? '/admin');
}
