import { KeywardError } from '../../../../typescript/src/errors.ts';
import { UsageError, withoutSecrets } from '../../failures.ts';
import { keyIn, type Service } from '../../service.ts';
import { codeOf, type Finding, finding, type Patient } from './check.ts';

/** Checks whether the service takes the key, or the sign-in of the profile. */
export async function checkCaller({ io }: Patient, open: () => Promise<Service>): Promise<Finding> {
  try {
    const service = await open();
    if (keyIn(io) === undefined && service.profile === undefined)
      return finding('caller', 'unknown', 'No key and no profile is here, so no caller was checked.');
    const { orgId } = await service.keyward.me.get({ maxRetries: 0 });
    const by = service.profile === undefined ? 'key of KEYWARD_API_KEY' : `profile ${service.profile}`;
    return finding('caller', 'ok', `The ${by} opens the tenant ${orgId}.`);
  } catch (error) {
    if (error instanceof KeywardError && (error.status === 401 || error.status === 403))
      return finding('caller', 'failed', withoutSecrets(error.message, io));
    if (error instanceof UsageError) return finding('caller', 'failed', error.message);
    return finding('caller', 'unknown', `The caller was not checked (${codeOf(error)}).`);
  }
}
