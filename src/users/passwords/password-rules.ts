import { Failure } from '../../failure.ts';

/** Returns the rules that a new password breaks. @throws every other error unchanged */
export function rulesOf(error: unknown): readonly string[] {
  if (error instanceof Failure && error.code === 'PASSWORD_POLICY_VIOLATION')
    return Object.keys(error.details);
  throw error;
}
