import { notifications } from '@mantine/notifications';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { holdsSecret } from '../../../src/lib/secret-text.ts';
import { useMay } from '../app/me.ts';
import { texts } from '../texts/ui.ts';

/** The key that a user pasted into a search. It is in memory only: an address with a key would be kept and logged. */
let pasted: string | undefined;

/** Returns the pasted key once, for the dialog that finds its owner. */
export function takePastedKey(): string | undefined {
  const key = pasted;
  pasted = undefined;
  return key;
}

/**
 * Returns a function that recognizes a key in a typed text, also with wrong check digits, and opens "Whose key is it?" in place of a
 * search. The caller sends nothing if it returns true.
 */
export function useKeyGuard(): (text: string | undefined) => boolean {
  const { tenant } = useParams({ strict: false }) as { tenant?: string };
  const navigate = useNavigate();
  const mayVerify = useMay('credentials.verify');
  return useCallback(
    (text) => {
      if (text === undefined || !holdsSecret(text)) return false;
      if (mayVerify && tenant !== undefined) {
        pasted = text.trim();
        void navigate({ to: `/${tenant}/credentials` as never, search: { open: 'try' } as never });
      } else notifications.show({ message: texts.pastedKey, color: 'orange' });
      return true;
    },
    [tenant, navigate, mayVerify],
  );
}

/**
 * Takes keys out of the address of the page, before anything reads it and asks the service, and opens "Whose key is it?". The history keeps
 * the address without the key.
 */
export function takeKeyFromAddress({ pathname, search, hash }: Location, history: History): void {
  const decoded = [search, hash, pathname].map((part) => readable(part));
  if (!decoded.some(holdsSecret)) return;
  pasted = [...new URLSearchParams(search).values()].find(holdsSecret)?.trim() ?? decoded.find(holdsSecret);
  const tenant = /^\/admin\/(org_[0-9a-z]+)/.exec(pathname)?.[1];
  history.replaceState(
    undefined,
    '',
    tenant === undefined ? '/admin' : `/admin/${tenant}/credentials?open=try`,
  );
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
