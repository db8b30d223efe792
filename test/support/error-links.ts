/**
 * Takes `details.docs` from an error body, so that tests compare the details that differ.
 *
 * @throws if the link does not lead to the page about the code
 */
export function withoutDocs(body: unknown): unknown {
  const { code, details, requestId } = (body ?? {}) as {
    code?: string;
    details?: { docs?: string };
    requestId?: string;
  };
  if (code === undefined || requestId === undefined || details?.docs === undefined) return body;
  if (!details.docs.endsWith(`/docs/errors/${code}`)) throw new Error(`${code} leads to ${details.docs}`);
  delete details.docs;
  return body;
}
