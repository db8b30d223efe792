import { invalid } from '../../failure.ts';
import { refusalOfUrl } from '../../lib/public-url.ts';
import { refusalOfSamlEndpoint } from '../../saml-metadata/endpoint-url.ts';
import { type CommonRules, requireForeign, requireSound, type RuleMeans } from './connection-rules.ts';
import type { SamlSettings } from './entities/connection.ts';

/** The settings of a SAML connection that must fit together. */
export type SamlRules = CommonRules & SamlSettings & { idpEntityId: string };

/**
 * Everything that a SAML connection must be that does not depend on other rows.
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireSoundSaml(connection: SamlRules, { mayReach, baseUrl }: RuleMeans): void {
  const { ssoUrl, sloUrl, sloResponseUrl, metadataUrl } = connection;
  for (const [field, url] of Object.entries({ ssoUrl, sloUrl, sloResponseUrl })) {
    const allowed = url === null ? undefined : refusalOfSamlEndpoint(url);
    if (allowed !== undefined) throw invalid(field, allowed);
  }
  requireForeign('idpEntityId', connection.idpEntityId, baseUrl);
  for (const [field, url] of Object.entries({ ssoUrl, sloUrl, sloResponseUrl }))
    requireForeign(field, url ?? '', baseUrl);
  if (sloResponseUrl !== null && sloUrl === null) throw invalid('sloResponseUrl', 'requires sloUrl');
  // The service calls it itself.
  const callable = metadataUrl === null ? undefined : refusalOfUrl(metadataUrl, mayReach);
  if (callable !== undefined) throw invalid('metadataUrl', `must be ${callable}`);
  if (connection.metadataSigningCertificate !== null && metadataUrl === null)
    throw invalid('metadataSigningCertificate', 'requires metadataUrl');
  if (connection.nameIdFormat === 'transient' && connection.subjectAttribute === null)
    throw invalid(
      'nameIdFormat',
      'must not be transient without subjectAttribute, because a transient identifier is new with each sign-in',
    );
  requireSound(connection);
}
