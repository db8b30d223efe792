// Uses of credentials at any time, and what is found in them.
import { aCredential } from './builders.ts';
import { partitionBefore } from './partitions.ts';
import type { TestService } from './service.ts';

export interface Past {
  /** Days before now, where now is the time up to which everything has been judged. */
  daysAgo?: number;
  address?: string | null;
  uses?: number;
}

export const daysOf = (first: number, last: number): number[] =>
  Array.from({ length: first - last + 1 }, (_, at) => first - at);

export const typesOf = (anomalies: Record<string, unknown>[]): string[] =>
  anomalies.map(({ type }) => String(type)).sort();

/** Facts of weeks before the first partition, and of a database that is seconds old. */
export async function makeOldFactsPossible(service: TestService): Promise<void> {
  await service.sql("update detection_bookmarks set at = now() - interval '1 minute'");
  await partitionBefore(service, 'usage_facts');
}

/** @param service known once the tests run */
export function usesOf(service: () => TestService) {
  /** Writes facts as verifications do, but of any time; those of now are judged by the next look. */
  async function used(credentialId: string, ...facts: Past[]): Promise<void> {
    await service().sql(
      `insert into usage_facts (org_id, credential_id, at, source, address, uses)
       select c.org_id, c.id, b.at - f.days * interval '1 day', 'VERIFY', f.address, f.uses
         from credentials c, detection_bookmarks b,
              jsonb_to_recordset($2::jsonb) as f (days float, address text, uses int)
        where c.id = $1`,
      [
        credentialId,
        JSON.stringify(
          facts.map(({ daysAgo = 0, address = '192.0.2.1', uses = 1 }) => ({ days: daysAgo, address, uses })),
        ),
      ],
    );
  }

  /** A credential that was made long ago. */
  async function anOldCredential(): Promise<string> {
    const { id } = await aCredential(service().ours);
    await service().sql("update credentials set created_at = now() - interval '1 year' where id = $1", [id]);
    return id;
  }

  const look = (): Promise<void> => service().runTask('detect-anomalies');

  async function anomaliesOf(credentialId: string): Promise<Record<string, unknown>[]> {
    const { body } = await service().ours.call('listAnomalies', { query: { credentialId, limit: 100 } });
    return body.data;
  }

  /** Records these uses as of now, and returns the anomalies that are found. */
  async function found(credentialId: string, ...facts: Past[]): Promise<Record<string, unknown>[]> {
    await used(credentialId, ...facts);
    await look();
    return anomaliesOf(credentialId);
  }

  async function failed(
    credentialId: string,
    ...facts: { secondsAgo?: number; failures: number }[]
  ): Promise<void> {
    await service().sql(
      `insert into failure_facts (org_id, credential_id, at, code, address, failures)
       select c.org_id, c.id, b.at - f.seconds * interval '1 second', 'EXPIRED', '192.0.2.1', f.failures
         from credentials c, detection_bookmarks b, jsonb_to_recordset($2::jsonb) as f (seconds float, failures int)
        where c.id = $1`,
      [
        credentialId,
        JSON.stringify(facts.map(({ secondsAgo = 0, failures }) => ({ seconds: secondsAgo, failures }))),
      ],
    );
    await look();
  }

  return { used, failed, look, found, anomaliesOf, anOldCredential };
}
