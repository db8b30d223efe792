import { useQuery } from '@tanstack/react-query';
import { versioned } from '../../api/versioned.ts';
import { getWebhook } from '../../generated/sdk.gen.ts';

/** A webhook and its version. */
export const useWebhook = (id: string) => useQuery(versioned({ getWebhook }, { path: { id } }));
