// Refused proofs on their way to the audit log: what one tenant or a stranger does takes no row from others.
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { type RefusedProofs, refusedProofs } from '../../../src/oidc/refused-proofs.ts';
import { inTransaction, type InTenant } from '../../../src/platform/tenancy.ts';
import { aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aCommandLine } from '../../support/command-line.ts';
import { poolOf } from '../../support/pool.ts';
import { test } from '../../support/scim-database.ts';
import type { TestService } from '../../support/service.ts';

type RefusedProof = Parameters<RefusedProofs['note']>[0];

const refusal = (tokenHash: Buffer, fault: RefusedProof['fault']): RefusedProof => ({
  tokenHash,
  fault,
  origin: { requestId: 'req_1', ipAddress: '192.0.2.1' },
});

/** Signs a user of the tenant in. @returns the hash of a token */
async function aToken(service: TestService, at: Client): Promise<Buffer> {
  const userId = await aUser(at, { roles: ['ADMIN'] });
  const { tokens } = await aCommandLine(service, { userId }, { at });
  return hashSecret(tokens.access);
}

const faultsOf = async (at: Client): Promise<string[]> => {
  const { body } = await at.call('listAuditLogs', { query: { action: 'oidc_grant.refuse_proof' } });
  return (body.data as { reason: string }[]).map(({ reason }) => reason.split(' ')[0] ?? '').toSorted();
};

test('a tenant whose row cannot be written takes none from others, and has its own at the next refusal', async ({
  service,
  database: { orm },
}) => {
  const { ours, theirs } = await service.addPair();
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const refusals = [
    refusal(await aToken(service, ours), 'OTHER_KEY'),
    refusal(await aToken(service, theirs), 'OTHER_KEY'),
  ];
  const inTenant: InTenant = (tenant, work) => inTransaction(orm, tenant, work);
  const warned: unknown[] = [];
  /** Notes both refusals. The transaction of one tenant fails. */
  const noteBoth = async (failing?: 'before' | 'at its end'): Promise<void> => {
    const proofs = refusedProofs(
      pool,
      async (tenant, work) => {
        const fails = tenant.orgId === ours.orgId ? failing : undefined;
        if (fails === 'before') throw new Failure('RATE_LIMITED');
        return inTenant(tenant, async (tx, now) => {
          const result = await work(tx, now);
          if (fails) throw new Failure('SERVICE_UNAVAILABLE');
          return result;
        });
      },
      { warn: (told: unknown) => void warned.push(told) },
    );
    for (const one of refusals) proofs.note(one);
    await proofs.stop();
  };
  for (const failing of ['before', 'at its end'] as const) await noteBoth(failing);
  expect([await faultsOf(ours), await faultsOf(theirs)]).toEqual([[], ['OTHER_KEY']]);
  expect(warned).toHaveLength(2);
  for (let times = 0; times < 2; times++) await noteBoth();
  expect([await faultsOf(ours), await faultsOf(theirs)]).toEqual([['OTHER_KEY'], ['OTHER_KEY']]);
});

test('two nodes write one row for an hour', async ({ service, database: { orm } }) => {
  const { ours } = await service.addPair();
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const tokenHash = await aToken(service, ours);
  const node = () =>
    refusedProofs(pool, (tenant, work) => inTransaction(orm, tenant, work), {
      warn: (told: unknown) => expect.unreachable(String(told)),
    });
  const nodes = [node(), node()];
  for (const one of nodes)
    for (const fault of ['USED', 'WRONG'] as const) one.note(refusal(tokenHash, fault));
  await Promise.all(nodes.map((one) => one.stop()));
  expect(await faultsOf(ours)).toEqual(['USED', 'WRONG']);
});

test('made-up tokens leave room for the faults of real ones, and are bounded', async ({
  service,
  database: { orm },
}) => {
  const { ours } = await service.addPair();
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const tokenHash = await aToken(service, ours);
  const proofs = refusedProofs(pool, (tenant, work) => inTransaction(orm, tenant, work), {
    warn: (told: unknown) => expect.unreachable(String(told)),
  });
  for (let at = 0; at < 100; at++) proofs.note(refusal(randomBytes(32), at % 2 ? 'MISSING' : 'WRONG'));
  for (const fault of ['MISSING', 'USED', 'OTHER_KEY'] as const) proofs.note(refusal(tokenHash, fault));
  await proofs.stop();
  // The row of the token without a proof came after a hundred others of the second.
  expect(await faultsOf(ours)).toEqual(['OTHER_KEY', 'USED']);
});
