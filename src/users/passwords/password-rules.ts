import { Failure } from '../../failure.ts';

/** The rules that a new password breaks. @throws whatever else it is that was thrown */
export function rulesOf(error: unknown): readonly string[] {
  if (error instanceof Failure && error.code === 'PASSWORD_POLICY_VIOLATION')
    return Object.keys(error.details);
  throw error;
}
