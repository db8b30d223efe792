import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createClient } from '../../support/client.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { github, published, report, reporting, whereFound as url } from '../../support/secret-scanning.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let keys: Receiver;
beforeAll(async () => {
  const answer = published({ k1: github.publicKey });
  keys = await startReceiver((response) => response.end(answer));
  service = await startTestService({ SECRET_SCANNING_KEYS_URL: keys.url, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await service.stop();
  await keys.close();
});

const { send, labels } = reporting(() => service.origin);

describe('receiveLeakedSecrets', () => {
  test('revokes a key of an operator, and says so in the audit of operators', async () => {
    const { id, secret } = await anOperatorKey(service.sql);
    const operator = createClient(service.origin, secret);
    expect((await operator.call('listOrganizations')).status).toBe(200);
    expect(await labels(report(secret), report(newSecret('kd_operator_')))).toEqual([
      'true_positive',
      'false_positive',
    ]);
    expect((await operator.call('listOrganizations')).status).toBe(401);
    // A second report changes nothing.
    expect(await labels(report(secret))).toEqual(['true_positive']);
    const acts = await service.sql(
      'select action, reason, request_id, ip_address from operator_audit where target_id = $1',
      [id],
    );
    expect(acts).toEqual([
      {
        action: 'operator_key.leak',
        reason: `LEAKED: commit ${url}`,
        request_id: expect.stringMatching(/^req_/),
        ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
      },
    ]);
  });

  test('revokes several keys of one report, the same twice, beside keys that end already', async () => {
    const [one, other, over] = [
      await anOperatorKey(service.sql),
      await anOperatorKey(service.sql),
      await anOperatorKey(service.sql),
    ];
    await service.sql('update operator_keys set revoked_at = now() where id = $1', [over.id]);
    const unknown = newSecret('kd_operator_');
    expect(
      await labels(
        ...[one.secret, unknown, over.secret, other.secret, one.secret].map((secret) => report(secret)),
      ),
    ).toEqual(['true_positive', 'false_positive', 'true_positive', 'true_positive', 'true_positive']);
    const acts = await service.sql(
      'select target_id from operator_audit where target_id = any ($1) order by target_id',
      [[one.id, other.id, over.id]],
    );
    expect(acts).toEqual([one.id, other.id].toSorted().map((id) => ({ target_id: id })));
  });

  test('warns the operator in the log of a leaked key of an operator once, without the key', async () => {
    const lines: string[] = [];
    const write = (line: string | Uint8Array): boolean => lines.push(String(line)) > 0;
    const log = createLog({ logLevel: 'warn', logFormat: 'json' }, { isTTY: false, write });
    const node = await service.startNode({}, { log });
    const { id, secret } = await anOperatorKey(service.sql);
    const body = JSON.stringify([report(secret)]);
    for (let at = 0; at < 2; at++) expect((await send(body, undefined, node.origin)).status).toBe(200);
    await node.stop();
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.filter(({ operatorKeyId }) => operatorKeyId === id)).toMatchObject([
      { level: 'warn', msg: 'a key of an operator leaked and was revoked' },
    ]);
    expect(lines.join('')).not.toContain(secret);
  });
});
