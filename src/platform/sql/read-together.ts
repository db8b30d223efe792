import type { EntityManager, TransactionOptions } from '@mikro-orm/postgresql';
import { betweenBeginAndCommit } from './between-begin-and-commit.ts';

/** Runs several reads in one transaction. */
export const readTogether = <Result>(
  em: EntityManager,
  read: (em: EntityManager) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> => em.transactional((inner) => betweenBeginAndCommit(() => read(inner)), options);
