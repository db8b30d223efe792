/** A class of the engine's artifacts; its types do not show what of one it stores. */
interface ArtifactClass {
  readonly IN_PAYLOAD: string[];
}

/** Has the engine store fields of ours with its own. */
export function storeFields(artifacts: object, fields: readonly string[]): void {
  const all = [...(artifacts as ArtifactClass).IN_PAYLOAD, ...fields];
  Object.defineProperty(artifacts, 'IN_PAYLOAD', { get: () => all });
}
