// Requires the body of a request, except where the operation says that it may be absent.
import type { Source } from './source.ts';

export function requireBodies(source: Source): void {
  for (const at of source.operations) {
    const { requestBody } = at.operation;
    if (requestBody === undefined) continue;
    if (requestBody.required === true)
      source.report(at, 'drop required of requestBody: the bundle step adds it');
    // False is the default of OpenAPI. The bundle says it for the protocol engine only.
    if (requestBody.required === false && at.shape === 'api') delete requestBody.required;
    else requestBody.required ??= true;
  }
}
