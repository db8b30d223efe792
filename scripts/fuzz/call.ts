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
