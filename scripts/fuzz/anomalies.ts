// Creates rows that no operation creates: anomalies, and the alerts that a rule makes of them.
import { fewAtOnce, fuzzCaller } from './call.ts';

/** As many as the run may close, and some that are left. */
const wanted = 20;
/** As many refusals of a credential as the detector asks for (`FAILURE_BURST`). */
const refusals = 20;

/**
 * Has suspended credentials verified again and again. The detector finds that within half a minute, during the run.
 * @throws when the service refuses
 */
export async function makeAnomalies(origin: string, key: string, signal: AbortSignal): Promise<void> {
  const call = fuzzCaller(origin, key, 'anomalies', signal);
  await call('POST', 'alert-rules', { name: 'Every anomaly', events: ['anomaly.detected'] });
  for (let at = 0; at < wanted; at++) {
    const { id: identityId } = await call<{ id: string }>('POST', 'identities', {
      name: `noisy ${at}`,
      type: 'CI_CD',
    });
    const { id, credential } = await call<{ id: string; credential: string }>('POST', 'credentials', {
      identityId,
      name: 'noisy',
    });
    await call('POST', `credentials/${id}/suspend`, {});
    const verifications = Array.from({ length: refusals }, () => credential);
    await fewAtOnce(verifications, (presented) =>
      call('POST', 'credentials/verify', { credential: presented }),
    );
  }
}
