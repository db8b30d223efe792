import { EntityManager, type QueryResult } from '@mikro-orm/postgresql';
import { marked, numbered, type Sql } from '../lib/sql.ts';
import type { Statements } from '../platform/tx.ts';
import { asSaid } from './bound-writes.ts';

/** The entity manager of the service: it runs our statements beside those of entities. */
export class EntityManagerWithStatements extends EntityManager implements Statements {
  rows<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.#send<Row[]>(statement, 'all');
  }

  async row<Row extends object>(statement: Sql): Promise<Row | undefined> {
    const [row] = await this.rows<Row>(statement);
    return row;
  }

  async run(statement: Sql): Promise<number> {
    const { affectedRows } = await this.#send<QueryResult>(statement, 'run');
    return affectedRows;
  }

  async has(statement: Sql): Promise<boolean> {
    return (await this.run(statement)) > 0;
  }

  #send<Result extends QueryResult | object[]>(statement: Sql, method: 'all' | 'run'): Promise<Result> {
    const { text, values } = statement.name === undefined ? marked(statement) : numbered(statement);
    return this.execute<Result>(text, values, method, asSaid(statement));
  }
}
