/** A body that never changes. To write a large one for every request would keep other requests waiting. */
export interface Prepared<Body> {
  body: Body;
  bytes: Buffer;
}

/** Functions of the process that operations of the contract itself need. */
export interface Service {
  document: { json: () => Promise<Prepared<Record<string, unknown>>>; yaml: () => Promise<Prepared<string>> };
  health: () => Promise<{ status: 'ok' | 'failing'; checks: Record<string, string> }>;
}
