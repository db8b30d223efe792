import { KeywardAnswerError } from './errors.ts';
import type { Call, CallOptions } from './request.ts';
import type { Transport } from './transport.ts';

/** A page of either style: `hasMore` says whether another one follows. */
interface Page {
  data: unknown[];
  pagination: { hasMore: boolean; offset?: number; page?: number };
}

/** The operations of one family; the generated classes are its only heirs. */
export abstract class Family {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected send<Answer>(call: Call, options?: CallOptions): Promise<Answer> {
    return this.#transport.send(call, options);
  }

  /**
   * Yields every page from the one that the query names. Items that are created or removed meanwhile can move others
   * from page to page. One item can then be seen twice or not at all.
   */
  protected async *pages<P extends Page>(
    style: 'offset' | 'page',
    call: Call,
    options?: CallOptions,
  ): AsyncGenerator<P, void, undefined> {
    const query = call.query as Record<string, unknown> | undefined;
    const given = Number(query?.[style] ?? NaN);
    let at = Number.isNaN(given) ? (style === 'page' ? 1 : 0) : given;
    for (;;) {
      const page = await this.send<P>({ ...call, query: { ...query, [style]: at } }, options);
      // A page that stands elsewhere would come again and again.
      if (!Array.isArray(page.data) || (page.pagination?.[style] ?? at) !== at)
        throw new KeywardAnswerError('The answer is not the page that was asked for. Is baseUrl right?', {
          code: 'UNEXPECTED_ANSWER',
        });
      yield page;
      // A page without items cannot have a next one; going on would never end.
      if (!page.pagination?.hasMore || page.data.length === 0) return;
      at += style === 'page' ? 1 : page.data.length;
    }
  }

  protected async *items<Item>(
    pages: AsyncGenerator<{ data: Item[] }>,
  ): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of pages) yield* data;
  }
}
