import type { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { camelCase } from '../../src/settings/camel-case.ts';
import { earlierUses } from '../support/earlier-release.ts';
import { type Finding, judge, statementsOf } from './judge.ts';

/** A connection that ends with the test. */
export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Whether the code of the release before names what a migration removes, as a column or as a property. */
export function isUsed({ rule, what }: Finding): boolean {
  if (rule !== 'removes') return true;
  const word = what.replace(/\(.*/, '').split('.').at(-1) ?? '';
  return what.includes('UNIQUE') || earlierUses([word, camelCase(word)]).length > 0;
}

/**
 * Returns the findings of the judge in a migration, without removals that the release before does not notice.
 */
export async function findingsOf(client: pg.Client, migration: Migration): Promise<Finding[]> {
  const found = await judge(client, await statementsOf(migration), migration.isTransactional());
  return found.filter(isUsed);
}
