import { OutgoingFailure } from '../platform/outgoing.ts';

/** Why a provider is not believed, or could not be asked: for the tenant's audit log. Holds nothing of what it sent. */
export class SocialTrouble extends Error {
  override readonly name = 'SocialTrouble';
}

/**
 * Returns in a word what went wrong. Messages and bodies of others may hold tokens and codes, and are left out. Every
 * error that is thrown while a provider is asked comes from what it sent.
 */
export function troubleOf(error: unknown): SocialTrouble {
  if (error instanceof SocialTrouble) return error;
  const cause = causes(error).find((one) => one instanceof OutgoingFailure);
  if (cause) return new SocialTrouble(`The provider cannot be reached: ${cause.code}`, { cause: error });
  const codes = causes(error).map((one) => (one as { code?: unknown }).code);
  const code = codes.find((one) => typeof one === 'string' && /^[A-Z_]{1,64}$/.test(one));
  const oauth = (error as { error?: unknown }).error;
  const told = typeof oauth === 'string' && /^[a-z_]{1,64}$/.test(oauth) ? ` (${oauth})` : '';
  return new SocialTrouble(
    `The response of the provider is not valid: ${typeof code === 'string' ? code : 'unreadable'}${told}`,
    {
      cause: error,
    },
  );
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 10; one = one.cause) found.push(one);
  return found;
}
