import type { LeakReports, LeakVerdicts } from '../../../generated/types/types.gen.ts';
import {
  type Leak,
  type LeakedOperatorKeys,
  requireSignature,
  type StopLeaked,
  stopLeakedKey,
} from '../leaks.ts';
import type { ScanningKeys } from '../scanning-keys.ts';
import type { SecretOwners } from '../secret-owners.ts';
import { type Handlers, ok } from '../../operation.ts';
import { cut } from '../../lib/cut.ts';
import { hashSecret, isWellFormedOperatorKey } from '../../lib/secret.ts';
import type { Log } from '../../platform/log.ts';
import { operatorTenancy } from '../../platform/operator-tenancy.ts';
import type { InTenant } from '../../platform/tenancy.ts';

/** The longest URL that an event can carry, in characters. */
const mostOfUrl = 2_048;

/** Returns the text, cut to a length, and null for an empty text. */
const textOf = (value: string | null | undefined, most: number): string | null =>
  value ? cut(value, most) : null;

const leakOf = ({ token, source, url }: LeakReports[number]): Leak => ({
  secret: token,
  source: textOf(source, 200),
  url: textOf(url, mostOfUrl),
});

interface Parts {
  scanningKeys: ScanningKeys;
  owners: Pick<SecretOwners, 'ofSecrets'>;
  wired: {
    stopLeakedScimToken: StopLeaked;
    stopLeakedUserToken: StopLeaked;
    stopLeakedInitialToken: StopLeaked;
    stopLeakedRegistrationToken: StopLeaked;
    leakedOperatorKeys: LeakedOperatorKeys;
  };
  log: Log;
}

export const routes = ({
  scanningKeys,
  owners,
  wired: {
    stopLeakedScimToken,
    stopLeakedUserToken,
    stopLeakedInitialToken,
    stopLeakedRegistrationToken,
    leakedOperatorKeys,
  },
  log,
}: Parts): Pick<Handlers<'credentials'>, 'receiveLeakedSecrets'> => ({
  /** Stops each in a transaction of its own, so that one that cannot be stopped keeps no other from it; all can be sent again. */
  async receiveLeakedSecrets({ body, sent, inTenant, origin }) {
    const identifier = sent.header('github-public-key-identifier');
    const signature = sent.header('github-public-key-signature');
    await requireSignature(scanningKeys, sent.rawBody, { identifier, signature });
    const found = await owners.ofSecrets(body.map(({ token }) => token));
    const errors: unknown[] = [];
    const stops = {
      CREDENTIAL: stopLeakedKey,
      SCIM_TOKEN: stopLeakedScimToken,
      USER_TOKEN: stopLeakedUserToken,
      INITIAL_ACCESS_TOKEN: stopLeakedInitialToken,
      REGISTRATION_TOKEN: stopLeakedRegistrationToken,
    };
    for (const { at, kind, id, ...tenant } of found) {
      const report = body[at];
      if (!report) continue;
      try {
        await inTenant(tenant, (tx) => stops[kind](tx, id, leakOf(report), origin));
      } catch (error) {
        errors.push(error);
      }
    }
    const ours = new Set(found.map(({ at }) => at));
    for (const [at, id] of await operatorKeysIn(body, inTenant, leakedOperatorKeys)) {
      const report = body[at];
      if (!report) continue;
      ours.add(at);
      try {
        const isStopped = await inTenant(operatorTenancy, (tx) =>
          leakedOperatorKeys.stop(tx, id, leakOf(report), origin),
        );
        // No tenant has a webhook or an alert for it, so the log is where its operator looks.
        if (isStopped) log.warn({ operatorKeyId: id }, 'a key of an operator leaked and was revoked');
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} leaked secrets were not stopped`, {
        cause: errors[0],
      });
    return ok(
      body.map(({ token, type }, at): LeakVerdicts[number] => ({
        token_hash: hashSecret(token).toString('hex'),
        token_type: type,
        label: ours.has(at) ? 'true_positive' : 'false_positive',
      })),
    );
  },
});

/** Finds the keys of operators among what leaked, with one statement. Most reports name none. @returns place and id of each */
async function operatorKeysIn(
  body: readonly { token: string }[],
  inTenant: InTenant,
  { find }: LeakedOperatorKeys,
): Promise<[at: number, id: string][]> {
  const secrets = body.map(({ token }) => token).filter(isWellFormedOperatorKey);
  if (secrets.length === 0) return [];
  const ids = await inTenant(operatorTenancy, (tx) => find(tx, secrets));
  return body.flatMap(({ token }, at): [number, string][] => {
    const id = ids.get(token);
    return id === undefined ? [] : [[at, id]];
  });
}
