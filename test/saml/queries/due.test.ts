import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect } from 'vitest';
import { ormOptions } from '../../../mikro-orm.config.ts';
import { takeDueMetadata } from '../../../src/saml/sql/service-providers.ts';
import { explaining } from '../../support/explain.ts';
import { test } from '../../support/service.ts';
import { aServiceProvider } from '../../support/service-providers.ts';

const many = `
insert into saml_service_providers
select (jsonb_populate_record(p, jsonb_build_object('id', p.id || n, 'entity_id', p.entity_id || n, 'metadata_due_at',
        case when n <= 3 then now() - interval '1 hour' else now() + interval '1 day' end))).*
  from saml_service_providers p, generate_series(1, 5000) as n where p.id = $1`;

describe('takeDueMetadata', () => {
  test('takes what is due by an index, once', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    await service.sql(many, [id]);
    await service.sql('analyze saml_service_providers');
    const { orgId } = service.organizations.ours.live;
    const orm = await MikroORM.init(ormOptions(service.database));
    try {
      const { tx, explained } = explaining(orm.em.fork());
      expect(await takeDueMetadata(tx, orgId)).toHaveLength(3);
      expect(await takeDueMetadata(tx, orgId)).toEqual([]);
      expect(explained[0]).toMatchObject({ scanned: [] });
      expect(explained[0]?.indexes).toContain('saml_service_providers_metadata_due');
    } finally {
      await orm.close();
    }
  });
});
