/** Calls the service that is about to be fuzzed, for what a run must find there. */
export type FuzzCall = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

/** @returns a function that throws what is missing when the service refuses */
export const fuzzCaller =
  (origin: string, key: string, what: string, signal: AbortSignal): FuzzCall =>
  async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${origin}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    if (!answer.ok) throw new Error(`There are no ${what} to fuzz with: ${method} ${path} ${answer.status}`);
    return (await answer.json()) as Answer;
  };

/** A tenant holds a share of the connections. If more calls wait for it than it serves in five seconds, the service answers 429. */
const most = 4;

/** Does the work for each value, four at a time. */
export async function fewAtOnce<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<unknown>,
): Promise<void> {
  const rest = values.values();
  const take = async (): Promise<void> => {
    for (const value of rest) await work(value);
  };
  await Promise.all(Array.from({ length: most }, take));
}
