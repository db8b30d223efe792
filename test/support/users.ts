import { randomUUID } from 'node:crypto';
import type { TestService } from './service.ts';

/** Returns an address that no other user has. */
export const anEmail = (): string => `${randomUUID()}@example.com`;

/** The events about a person, oldest first. */
export function eventsOfUser(
  { sql }: Pick<TestService, 'sql'>,
  id: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return sql(
    `select type, data from events where type like 'user.%' and data ->> 'userId' = $1 order by created_at`,
    [id],
  );
}
