import document from '../../../generated/openapi.json' with { type: 'json' };
import type { Verifier } from '../../../clients/middleware/src/index.ts';

type Verify = Verifier['credentials']['verify'];
export type Sent = Parameters<Verify>;

/** A client that answers each verification with these fields, and keeps what it was sent. */
export function aClient(answer: object | Error = {}): { client: Verifier; sent: Sent[] } {
  const sent: Sent[] = [];
  const verify = ((...words: Sent) => {
    sent.push(words);
    const { example } = document.components.schemas.Verification;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ ...example, ...answer });
  }) as Verify;
  return { client: { credentials: { verify } }, sent };
}
