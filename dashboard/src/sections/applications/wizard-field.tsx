import { SegmentedControl, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { listOidcScopesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { texts } from '../../texts/applications.ts';
import { PickGroups } from '../../ui/pick-group.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { originsOf } from './address-rules.ts';
import { AttributeMappings } from './attribute-mappings.tsx';
import { FileField } from './file-field.tsx';
import { type FieldName, isRequired, type Kind, type Values } from './kinds.ts';

const { wizard: words } = texts;

const standardScopes = ['openid', 'profile', 'email', 'address', 'phone', 'groups', 'offline_access'];

/** The scopes that a client may have. */
export function useScopeNames(kind: Kind): string[] {
  const { data } = useQuery({
    ...listOidcScopesOptions({ query: { limit: 100 } }),
    enabled: useMay('oidc.read'),
  });
  const own = data?.data.map(({ name }) => name) ?? [];
  return kind === 'machine' ? own : [...standardScopes, ...own];
}

/** One field of the wizard. */
export function WizardField({
  field,
  kind,
  form,
}: {
  field: FieldName;
  kind: Kind;
  form: UseFormReturnType<Values>;
}) {
  const scopes = useScopeNames(kind);
  const mayReadUsers = useMay('directory.read');
  const { values } = form;
  const label = words.fields[field];
  const hints: Partial<Record<FieldName, string>> = words.hints;
  const ofKind: Partial<Record<FieldName, string>> = words.hintsOf[kind];
  const common = {
    label,
    description: ofKind[field] ?? hints[field],
    required: isRequired(field, kind, values),
    ...form.getInputProps(field),
  };
  switch (field) {
    case 'by':
      return <SegmentedControl aria-label={label} data={choicesOf(words.by)} {...form.getInputProps('by')} />;
    case 'description':
      return <Textarea autosize minRows={2} {...common} />;
    case 'redirectUris':
    case 'postLogoutRedirectUris':
    case 'resources':
      return <TagsInput placeholder={words.enter} acceptValueOnBlur {...common} />;
    case 'allowedOrigins':
      return (
        <TagsInput
          acceptValueOnBlur
          placeholder={values.allowedOrigins.length > 0 ? '' : originsOf(values.redirectUris).join(', ')}
          {...common}
        />
      );
    case 'scopes':
      return <TagsInput data={scopes} acceptValueOnBlur {...common} />;
    case 'allowedGroups':
      return <PickGroups {...common} />;
    case 'hasRefresh':
    case 'consentRequired':
    case 'idTokenClaims':
      return (
        <Switch
          label={label}
          description={common.description}
          {...form.getInputProps(field, { type: 'checkbox' })}
        />
      );
    case 'tokenEndpointAuthMethod':
      return (
        <Select
          allowDeselect={false}
          data={choicesOf(texts.methods).filter(({ value }) => value !== 'none')}
          {...common}
        />
      );
    case 'metadataXml':
      return (
        <FileField
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          {...common}
          value={values.metadataXml}
        />
      );
    case 'nameIdFormat':
      return <Select data={choicesOf(texts.formats)} clearable placeholder={words.ofMetadata} {...common} />;
    case 'attributeMappings':
      return mayReadUsers ? <AttributeMappings {...common} value={values.attributeMappings} /> : null;
    case 'name':
    case 'metadataUrl':
    case 'entityId':
    case 'acsUrl':
    case 'jwksUri':
      break;
  }
  return <TextInput {...common} />;
}
