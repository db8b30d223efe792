import type { EventSubscriber, FlushEventArgs } from '@mikro-orm/core';
import { tenancyOf } from './owned.ts';

/**
 * Refuses to write a row of another tenant than the fork's. The org filter guards reads only: a reference
 * made from a foreign id, or an entity created with a foreign orgId, would otherwise be written.
 */
export class OrgGuard implements EventSubscriber {
  onFlush({ em, uow }: FlushEventArgs): void {
    for (const { entity, meta } of uow.getChangeSets()) {
      if (!('orgId' in meta.properties)) continue;
      if (!('orgId' in entity) || entity.orgId !== tenancyOf(em).orgId) {
        throw new Error(`The entity manager refused to write a ${meta.className} of another organization`);
      }
    }
  }
}
