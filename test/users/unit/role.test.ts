import { describe, expect, test } from 'vitest';
import { type Role, roles, scopesOf } from '../../../src/users/directory/role.ts';
import { scopeCatalogue, ungrantable } from '../../../src/lib/scope.ts';

describe('scopesOf', () => {
  test('returns scopes of the catalogue for each role, and * for OWNER', () => {
    expect(scopesOf(['OWNER'])).toEqual(['*']);
    for (const role of roles.filter((one) => one !== 'OWNER')) {
      expect(scopesOf([role]).filter((scope) => !scopeCatalogue.some((one) => one === scope))).toEqual([]);
    }
  });

  test('joins the scopes of several roles without duplicates', () => {
    const joined = scopesOf(['AUDITOR', 'HELPDESK', 'MEMBER', 'AUDITOR']);
    expect(new Set(joined).size).toBe(joined.length);
    expect(joined).toEqual([...scopesOf(['AUDITOR']), 'directory.write']);
  });

  test('gives an AUDITOR every read scope, the export of the audit log, and nothing else', () => {
    expect(scopesOf(['AUDITOR']).toSorted()).toEqual(
      [...scopeCatalogue.filter((scope) => scope.endsWith('.read')), 'audit.export'].toSorted(),
    );
  });

  test('lets only an OWNER give OWNER, and a MEMBER give only MEMBER', () => {
    const canGive = (held: Role, given: Role): boolean =>
      ungrantable(scopesOf([held]), scopesOf([given])).length === 0;
    expect(roles.filter((role) => canGive(role, 'OWNER'))).toEqual(['OWNER']);
    expect(roles.filter((role) => canGive(role, 'ADMIN'))).toEqual(['OWNER', 'ADMIN']);
    expect(roles.filter((role) => canGive('MEMBER', role))).toEqual(['MEMBER']);
    expect(roles.filter((role) => canGive('HELPDESK', role))).toEqual(['HELPDESK', 'MEMBER']);
  });
});
