import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql';
import { betweenBeginAndCommit } from '../beforehand.ts';

/** Runs several reads in one transaction. */
export const readTogether = <Result>(
  em: EntityManager,
  read: (em: EntityManager) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> => em.transactional((inner) => betweenBeginAndCommit(() => read(inner)), options);
