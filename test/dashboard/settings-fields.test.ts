import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };

// Each field of the settings can be set in the dashboard, and emptied where the API takes null.

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
}

const schemas = document.components.schemas as unknown as Record<string, Schema>;
const source = (file: string) => readFileSync(`dashboard/src/sections/sign-in/${file}`, 'utf8');
const followed = ({ $ref, ...schema }: Schema): Schema =>
  $ref === undefined ? schema : followed(schemas[$ref.split('/').at(-1) ?? ''] ?? {});

const takesNull = (schema: Schema): boolean => {
  const { type = [], anyOf = [], oneOf = [], allOf = [] } = followed(schema);
  return [type].flat().includes('null') || [...anyOf, ...oneOf, ...allOf].some(takesNull);
};

/** The fields of a form, by their names, with whether each may be empty. */
const fieldsOf = (file: string): Record<string, boolean> =>
  Object.fromEntries(
    [...source(file).matchAll(/\bname: '(\w+)',[^{}]*?kind: '([a-z]+\??)'/g)].map(
      ([, name = '', kind = '']) => [name, kind.endsWith('?')],
    ),
  );

describe('the section Sign-in', () => {
  test.for([
    ['PasswordPolicyChange', 'passwords.tsx'],
    ['TotpConfigChange', 'totp.tsx'],
    ['WebauthnConfigChange', 'passkeys.tsx'],
    ['MagicLinkConfigChange', 'links.tsx'],
    ['RegistrationConfigChange', 'registration.tsx'],
    ['BrandingChange', 'branding.tsx'],
  ] as const)('has each field of %s', ([name, file]) => {
    const properties = Object.entries(schemas[name]?.properties ?? {});
    expect(properties.length).toBeGreaterThan(2);
    expect(fieldsOf(file)).toEqual(
      Object.fromEntries(properties.map(([field, schema]) => [field, takesNull(schema)])),
    );
  });

  test.for([['SocialProviderInput', 'social-provider-form.tsx']] as const)(
    'has each field of %s',
    ([name, file]) => {
      const shown = [...source(file).matchAll(/getInputProps\('(\w+)'/g)].map(([, field = '']) => field);
      expect(new Set(shown)).toEqual(new Set(Object.keys(schemas[name]?.properties ?? {})));
    },
  );
});
