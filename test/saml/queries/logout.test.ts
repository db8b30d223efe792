import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect } from 'vitest';
import { ormOptions } from '../../../mikro-orm.config.ts';
import { newId } from '../../../src/lib/id.ts';
import {
  joinLogout,
  logoutParts,
  noteFrameAnswer,
  noteSoapAnswer,
  partsToTell,
  takeSamlSessions,
} from '../../../src/saml/sql/saml-logout-parts.ts';
import { loginsNamed } from '../../../src/saml/sql/saml-sessions.ts';
import { aUser } from '../../support/builders.ts';
import { explaining } from '../../support/explain.ts';
import { test } from '../../support/service.ts';
import { aServiceProvider } from '../../support/service-providers.ts';

const sessions = `
insert into saml_sessions (org_id, login_id, service_provider_id, name_id_format, name_id, session_index, user_id, expires_at)
select $1, 'ses_' || n, $2, 'persistent', 'name-' || n, '_' || n, $3, now() + interval '1 hour'
  from generate_series(1, 5000) as n`;
const parts = `
insert into saml_logout_parts (org_id, id, logout_id, login_id, service_provider_id, channel, name_id_format, expires_at)
select $1, '_' || n, 'logout-' || n, 'ses_' || n, $2, 'FRONT', 'persistent', now() + interval '1 hour'
  from generate_series(1, 5000) as n`;

describe('the statements of a logout', () => {
  test('find their rows by an index', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    const { orgId } = service.organizations.ours.live;
    await service.sql(sessions, [orgId, id, await aUser(service.ours)]);
    await service.sql(parts, [orgId, id]);
    await service.sql('analyze saml_sessions, saml_logout_parts');
    const orm = await MikroORM.init(ormOptions(service.database));
    try {
      const { tx, explained } = explaining(orm.em.fork());
      const named = { serviceProviderId: id, nameId: 'name-7', format: null, sessionIndexes: [] };
      expect(await loginsNamed(tx, orgId, named)).toMatchObject([{ loginId: 'ses_7' }]);
      await takeSamlSessions(tx, orgId, ['ses_7']);
      await joinLogout(tx, orgId, { logoutId: newId('req'), loginIds: ['ses_8'], exceptId: id });
      expect(await logoutParts(tx, orgId, 'logout-9')).toHaveLength(1);
      await partsToTell(tx, orgId, ['_10']);
      expect(await noteFrameAnswer(tx, orgId, { id: '_11', serviceProviderId: id, isDone: true })).toBe(true);
      expect(
        explained.flatMap(({ scanned }) => scanned).filter((table) => table !== 'saml_service_providers'),
      ).toEqual([]);
      expect(explained[0]?.indexes).toContain('saml_sessions_of_name');
    } finally {
      await orm.close();
    }
  });
});

describe('a call that fails after another one has told the service provider', () => {
  test('changes nothing', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    const { orgId } = service.organizations.ours.live;
    await service.sql(
      `insert into saml_logout_parts (org_id, id, login_id, service_provider_id, channel, name_id_format, name_id, session_index, expires_at)
       values ($1, '_twice', 'ses_twice', $2, 'SOAP', 'persistent', 'name', '_index', now() + interval '1 hour')`,
      [orgId, id],
    );
    const orm = await MikroORM.init(ormOptions(service.database));
    try {
      const tx = orm.em.fork();
      await noteSoapAnswer(tx, orgId, '_twice', true);
      await noteSoapAnswer(tx, orgId, '_twice', false);
      expect(await partsToTell(tx, orgId, ['_twice'])).toEqual([]);
    } finally {
      await orm.close();
    }
  });
});
