import { describe, expect } from 'vitest';
import { altered, exportOf } from '../../support/audit.ts';
import { aCredential } from '../../support/builders.ts';
import { holding } from '../../support/held-rows.ts';
import { type TestService, test } from '../../support/service.ts';

interface Sealed {
  sequence: number;
  id: string;
}

/** Some rows, all sealed. */
async function filled({ ours, runTask, sql }: TestService) {
  const { id } = await aCredential(ours);
  for (let at = 0; at < 6; at++)
    await ours.call('updateCredential', { path: { id }, body: { name: `name ${at}` } });
  await runTask('seal-audit');
  const orgId = ours.orgId ?? '';
  const rows = await sql<Sealed>(
    'select sequence::int, audit_id as id from audit_seals where org_id = $1 order by sequence',
    [orgId],
  );
  const [a, b, last] = [rows.at(-5), rows.at(-3), rows.at(-1)];
  if (!a || !b || !last) throw new Error('too few rows');
  return { orgId, rows, a, b, last };
}

const integrityOf = async ({ ours }: TestService, query = {}) =>
  (await ours.call('getAuditIntegrity', { query })).body;

/** A fault as it is expected: what, where, which row. */
type Expected = [kind: string, sequence: number | null, id: string | null];

describe('getAuditIntegrity', () => {
  test('finds no fault in an untouched log, page by page', async ({ service }) => {
    const { rows } = await filled(service);
    const whole = await integrityOf(service);
    expect(whole).toMatchObject({
      valid: true,
      faults: [],
      fromSequence: 1,
      toSequence: rows.length,
      nextSequence: null,
      lastSequence: rows.length,
      unsealed: 0,
      lastCheckpoint: { keyId: whole.keyIds[0] },
    });
    const pages = [];
    for (let next: number | null = 1; next !== null; ) {
      const page = await integrityOf(service, { fromSequence: next, limit: 3 });
      pages.push([page.valid, page.fromSequence, page.toSequence]);
      next = page.nextSequence;
    }
    expect(pages.length).toBe(Math.ceil(rows.length / 3));
    expect(pages.every(([valid]) => valid)).toBe(true);
    expect(await integrityOf(service, { fromSequence: 1_000_000 })).toMatchObject({
      valid: true,
      fromSequence: null,
      toSequence: null,
      nextSequence: null,
    });
  });

  test('finds what the database owner altered with SQL', async ({ service }) => {
    const { orgId, a, b, last } = await filled(service);
    const row = ({ id }: Sealed) => `org_id = '${orgId}' and id = '${id}'`;
    const personal = `org_id = '${orgId}' and audit_id = '${a.id}'`;
    const seal = ({ sequence }: Sealed) => `org_id = '${orgId}' and sequence = ${sequence}`;
    const chain = `org_id = '${orgId}'`;
    const made = 'aud_00000000000000000000000000';
    const insert = (id: string, at: string) => `
      insert into audit_logs (org_id, id, created_at, action, actor_type, actor_id, target_type, target_id, result, code,
                              request_id, personal_hash)
      select org_id, ${id}, ${at}, action, actor_type, actor_id, target_type, target_id, result, code, request_id,
             personal_hash from audit_logs where ${row(a)}`;
    const edited: Expected[] = [['EDITED', a.sequence, a.id]];
    const inserted: Expected[] = [['INSERTED', null, made]];
    const removeLast = `delete from audit_logs where ${row(last)}; delete from audit_seals where ${seal(last)}`;
    // Every column, so that none is left out of what is hashed.
    const columns = [
      `action = 'credential.create '`,
      `actor_type = 'USER'`,
      'actor_id = null',
      `target_type = 'identity'`,
      'target_id = null',
      `result = 'DENIED'`,
      `code = 'X'`,
      'request_id = null',
      `personal_hash = '\\x00'`,
    ];
    const attacks: Record<string, [statements: string, Expected[]]> = {
      ...Object.fromEntries(
        columns.map((set) => [`edited: ${set}`, [`update audit_logs set ${set} where ${row(a)}`, edited]]),
      ),
      'edited: its time': [
        `update audit_logs set created_at = created_at + interval '1 millisecond' where ${row(a)}`,
        [
          ['REMOVED', a.sequence, a.id],
          ['INSERTED', null, a.id],
        ],
      ],
      'edited: personal values': [
        `update audit_personal set content = content || ' ' where ${personal}`,
        edited,
      ],
      'edited: salt': [`update audit_personal set salt = salt || '\\x00' where ${personal}`, edited],
      'edited: personal values erased, of nobody': [`delete from audit_personal where ${personal}`, edited],
      'edited: its seal': [`update audit_seals set hash = row_hash where ${seal(a)}`, edited],
      removed: [`delete from audit_logs where ${row(a)}`, [['REMOVED', a.sequence, a.id]]],
      'removed, with its seal': [
        `delete from audit_logs where ${row(a)}; delete from audit_seals where ${seal(a)}`,
        [['REMOVED', a.sequence, null]],
      ],
      inserted: [insert(`'${made}'`, 'created_at'), inserted],
      'inserted, long ago': [insert(`'${made}'`, `date_trunc('month', now(), 'UTC')`), inserted],
      'inserted, tomorrow': [insert(`'${made}'`, `now() + interval '1 day'`), inserted],
      'inserted, a second time': [
        insert('id', `created_at + interval '1 millisecond'`),
        [['INSERTED', null, a.id]],
      ],
      reordered: [
        `update audit_seals set sequence = 1000000 where ${seal(a)};
         update audit_seals set sequence = ${a.sequence} where ${seal(b)};
         update audit_seals set sequence = ${b.sequence} where ${chain} and sequence = 1000000`,
        [
          ['REORDERED', a.sequence, b.id],
          ['REORDERED', b.sequence, a.id],
        ],
      ],
      'cut off': [removeLast, [['CUT_OFF', last.sequence, null]]],
      'cut off, with the end of the chain': [
        `${removeLast}; update audit_chains set sequence = ${last.sequence - 1}, hash =
           (select hash from audit_seals where ${seal({ ...last, sequence: last.sequence - 1 })}) where ${chain}`,
        [['CUT_OFF', last.sequence, null]],
      ],
      'cut off, all of it': [`delete from audit_seals where ${chain}`, [['CUT_OFF', 1, null]]],
      'forged: a cut': [
        `update audit_chains set cut_sequence = 3, cut_before = now() where ${chain}`,
        [['FORGED', 3, null]],
      ],
      'forged: a signature': [
        `update audit_checkpoints set signature = decode(repeat('00', 64), 'hex') where ${seal(last)}`,
        [['FORGED', last.sequence, null]],
      ],
      'forged: what is signed': [
        `update audit_checkpoints set hash = sha256(hash) where ${seal(last)}`,
        [['FORGED', last.sequence, null]],
      ],
      'forged: no checkpoint': [
        `delete from audit_checkpoints where ${chain}`,
        [['FORGED', last.sequence, null]],
      ],
    };
    await sign(service, orgId);
    for (const [what, [statements, expected]] of Object.entries(attacks)) {
      const { valid, faults } = await altered(service, statements, () => integrityOf(service));
      const found = (faults as { kind: string; sequence: number; id: string }[]).map(
        (one): Expected => [one.kind, one.sequence, one.id],
      );
      expect({ what, valid, found }).toEqual({ what, valid: false, found: expect.arrayContaining(expected) });
      // The seal after one that was altered fits no longer; nothing else is accused.
      const accused = [a.sequence, a.sequence + 1, b.sequence, b.sequence + 1, last.sequence, 1, 4, null];
      expect({
        what,
        strays: found.filter(([kind, sequence]) => kind !== 'FORGED' && !accused.includes(sequence)),
      }).toEqual({
        what,
        strays: [],
      });
      if (expected === edited && !what.endsWith('seal'))
        expect({ what, found }).toEqual({ what, found: edited });
    }
    expect(await integrityOf(service)).toMatchObject({ valid: true, faults: [] });
    // There are thirty attacks, and each verifies the whole chain.
  }, 60_000);

  test('counts rows without a seal, and reports one that was removed', async ({ service }) => {
    const { ours, sql } = service;
    await filled(service);
    await aCredential(ours);
    const waiting = await integrityOf(service);
    expect(waiting).toMatchObject({ valid: true, unsealed: 2 });
    const [row] = await sql<{ id: string }>(
      `select audit_id as id from audit_unsealed where org_id = '${ours.orgId}' order by created_at limit 1`,
    );
    const found = await altered(service, `delete from audit_logs where id = '${row?.id}'`, () =>
      integrityOf(service),
    );
    expect(found.faults).toEqual([{ kind: 'REMOVED', sequence: null, id: row?.id }]);
  });

  test('signs nothing on top of altered rows', async ({ service }) => {
    const { orgId, last } = await filled(service);
    await sign(service, orgId);
    await aCredential(service.ours);
    await altered(
      service,
      `update audit_chains set checkpoint_at = null where org_id = '${orgId}';
       update audit_seals set hash = sha256(hash) where org_id = '${orgId}' and sequence = ${last.sequence};
       update audit_chains set hash = sha256(hash) where org_id = '${orgId}'`,
      async () => {
        await expect(service.runTask('seal-audit')).rejects.toThrow('was not sealed');
        const { lastCheckpoint, unsealed } = await integrityOf(service);
        expect({ signed: lastCheckpoint.sequence, unsealed }).toEqual({ signed: last.sequence, unsealed: 0 });
        expect((await exportOf(service.ours)).at(-1)).toMatchObject({ type: 'end', signature: null });
      },
    );
  });

  test('runs once at a time for a tenant, lets a few requests wait, and rejects the rest', async ({
    service,
  }) => {
    // No other test verifies the log of this organization, so its place does not rest.
    const { theirs: tenant, ours: other } = service;
    const release = await holding(service, 'lock table audit_seals in access exclusive mode');
    const refusals: number[] = [];
    const many = Array.from({ length: 9 }, async () => {
      const answer = await tenant.call('getAuditIntegrity');
      if (answer.status === 429) refusals.push(answer.status);
      return answer;
    });
    await expect.poll(() => refusals.length, { timeout: 20_000 }).toBe(3);
    const ofAnother = other.call('getAuditIntegrity');
    await release();
    const answers = await Promise.all(many);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect((await ofAnother).status).toBe(200);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

/** The time of the next checkpoint comes. */
async function sign({ sql, runTask }: TestService, orgId: string): Promise<void> {
  await sql('update audit_chains set checkpoint_at = null where org_id = $1', [orgId]);
  await runTask('seal-audit');
}
