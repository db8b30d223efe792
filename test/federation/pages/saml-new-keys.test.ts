import { expect } from 'vitest';
import { partner, stranger } from '../../support/saml-messages.ts';
import { aPublishedIdp } from '../../support/saml-connections.ts';
import { aSamlSubject, samlConnected, signedInBySaml } from '../../support/saml-upstream.ts';
import { test } from '../../support/service.ts';
import { outcomeOf } from '../../support/upstream.ts';

test('a response with a new key signs the user in, if the metadata has the key by now', async ({
  service,
}) => {
  const certificates = [stranger.certificate, partner.certificate];
  const idp = await aPublishedIdp({ certificates });
  const one = await samlConnected(service, {
    idpEntityId: idp.entityId,
    ssoUrl: `${idp.origin}/sso`,
    sloUrl: `${idp.origin}/slo`,
    certificates: [stranger.trusted.pem.trim()],
    metadataUrl: idp.metadataUrl,
  });
  expect(outcomeOf(await signedInBySaml(service, one, aSamlSubject(one)))).toBe('SIGNED_IN');
  const [row] = await service.sql<{ count: number }>(
    'select cardinality(certificates) as count from federation_connections where id = $1',
    [one.id],
  );
  expect(row?.count).toBe(2);
});
