import { useQuery } from '@tanstack/react-query';
import { versioned } from '../../api/versioned.ts';
import { getWebhookOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { getWebhook } from '../../generated/sdk.gen.ts';
import type { WebhookWithStats } from '../../generated/types.gen.ts';

/** A webhook and its version. */
export const useWebhook = (id: string) =>
  useQuery(
    versioned<WebhookWithStats>(getWebhookOptions({ path: { id } }), (more) =>
      getWebhook({ path: { id }, ...more }),
    ),
  );
