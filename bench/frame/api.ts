/** Calls the API with a key. @throws {Error} with the response, if it is not a success */
export type Api = <Body = { id: string }>(method: string, path: string, body?: object) => Promise<Body>;

/** Calls the API while a bench is prepared. Nothing of it is measured. */
export const apiOf =
  (port: number, key: string): Api =>
  async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
