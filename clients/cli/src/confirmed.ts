import { Declined } from './failures.ts';
import type { Io } from './io.ts';

/** Asks a question before a change. @throws {Declined} if the user does not say yes */
export async function confirmed(question: string, io: Io): Promise<void> {
  const answer = await io.ask(`${question}? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Declined('Nothing was changed.');
}
