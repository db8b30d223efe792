import { KeywardError } from '../../../typescript/src/errors.ts';
import { loginCommand } from './login-command.ts';

/** The profile cannot sign a request. The client passes it on as it is, and repeats nothing. */
export class ProfileFailure extends KeywardError {
  override readonly name = 'ProfileFailure';
}

/** Returns the failure of a profile whose user must sign in again. */
export const signInEnded = (name: string): ProfileFailure =>
  new ProfileFailure(`The sign-in of the profile ${name} has ended. Run: ${loginCommand(name)}`, {
    code: 'SIGN_IN_ENDED',
    status: 401,
  });
