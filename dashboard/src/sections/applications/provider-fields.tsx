import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { listSigningKeysOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { AttributeMappingInput, ServiceProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { spoken } from '../../ui/state.tsx';
import type { SettingsField } from '../../ui/settings-input.tsx';
import { AcsUrls } from './acs-urls.tsx';
import { AttributeMappings } from './attribute-mappings.tsx';
import { CertificateField, CertificatesField } from './certificates-field.tsx';

type Name = Extract<keyof ServiceProvider, string>;
type Field = SettingsField<Name>;

const { fields: labels, groups, hints } = texts;

const field = (name: keyof typeof labels & Name, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
  name,
  label: labels[name],
  kind,
  ...more,
});

/** The field of the key that signs. Users who may not read keys enter its id. */
function useKeyField(): Field {
  const mayRead = useMay('keys.read');
  const { data } = useQuery({ ...listSigningKeysOptions({ query: { use: 'SAML' } }), enabled: mayRead });
  const keys = data?.data ?? [];
  const text = { text: hints.signingKeyId };
  return mayRead
    ? field('signingKeyId', 'choice?', {
        ...text,
        choices: keys.map(({ id, status }) => ({ value: id, label: `${id} (${spoken(status)})` })),
      })
    : field('signingKeyId', 'text?', text);
}

/** The settings of a service provider. While it publishes metadata, the metadata has the addresses and certificates. */
export function useProviderFields(isPublished: boolean): Field[] {
  const key = useKeyField();
  const mayMap = useMay('directory.read');
  const published = isPublished ? { isFixed: true, text: hints.published } : {};
  const ofGroup = (group: string, fields: Field[]): Field[] => fields.map((one) => ({ ...one, group }));
  return [
    ...ofGroup(groups.about, [field('name', 'text'), field('logoUri', 'text?')]),
    ...ofGroup(groups.addresses, [
      field('metadataUrl', 'text?', { text: hints.metadataUrl }),
      field('sloUrl', 'text?', published),
      field('sloBinding', 'choice', { choices: choicesOf(texts.bindings), ...published }),
      field('sloResponseUrl', 'text?', { text: hints.sloResponseUrl, ...published }),
      field('sloSoapUrl', 'text?', { text: hints.sloSoapUrl, ...published }),
      field('acsUrls', 'list', { ...published, input: (props) => <AcsUrls {...props} /> }),
    ]),
    ...ofGroup(groups.users, [
      field('nameIdFormat', 'choice', { choices: choicesOf(texts.formats) }),
      field('nameIdAttribute', 'text?', { text: hints.nameIdAttribute, isFixed: !mayMap }),
      field('audiences', 'list', { text: hints.audiences }),
      field('allowedGroups', 'groups?', { text: hints.allowedGroups }),
      field('attributeMappings', 'list', {
        text: mayMap ? hints.attributeMappings : hints.mappingsNeed,
        isFixed: !mayMap,
        input: (props) => <AttributeMappings {...props} value={props.value as AttributeMappingInput[]} />,
      }),
    ]),
    ...ofGroup(groups.certificates, [
      field('signatureAlgorithm', 'choice', { choices: choicesOf(texts.signatures) }),
      key,
      field('encryptionAlgorithm', 'choice', {
        choices: choicesOf(texts.encryptions),
        text: hints.encryptionAlgorithm,
      }),
      field('signAssertions', 'switch'),
      field('signResponses', 'switch'),
      field('encryptAssertions', 'switch'),
      field('requireSignedRequests', 'switch'),
      field('allowSha1', 'switch', { text: texts.sha1 }),
      field('signingCertificates', 'list', {
        text: hints.signingCertificates,
        ...published,
        input: (props) => <CertificatesField {...props} />,
      }),
      field('encryptionCertificate', 'text?', {
        ...published,
        input: (props) => <CertificateField {...props} />,
      }),
      field('metadataSigningCertificate', 'text?', {
        text: hints.metadataSigningCertificate,
        input: (props) => <CertificateField {...props} />,
      }),
    ]),
    ...ofGroup(groups.start, [
      field('assertionTtl', 'seconds'),
      field('sessionTtl', 'seconds'),
      field('defaultRelayState', 'text?', { text: hints.defaultRelayState }),
      field('idpInitiated', 'switch'),
    ]),
  ];
}
