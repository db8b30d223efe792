import type { UnwrappedSecret } from '../../../generated/types/types.gen.ts';

export const viewUnwrapped = ({
  wrappedAt,
  ...unwrapped
}: Omit<UnwrappedSecret, 'wrappedAt'> & { wrappedAt: Date }): UnwrappedSecret => ({
  ...unwrapped,
  wrappedAt: wrappedAt.toISOString(),
});
