import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getTotpConfig, updateTotpConfig } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { choicesOf, SettingsForm } from '../../ui/settings-form.tsx';

const { apps: words } = texts;

export function Apps() {
  return (
    <SettingsForm
      title={words.title}
      text={words.text}
      query={versioned({ getTotpConfig }, {})}
      operation="updateTotpConfig"
      save={(body, headers) => updateTotpConfig({ body, headers })}
      said={texts.saved}
      mayWrite={useMay('auth_config.write')}
      fields={[
        { name: 'enabled', label: words.fields.enabled, kind: 'switch' },
        {
          name: 'enforcement',
          label: words.fields.enforcement,
          kind: 'choice',
          choices: choicesOf(words.enforcement),
        },
        { name: 'issuer', label: words.fields.issuer, kind: 'text?' },
        {
          name: 'algorithm',
          label: words.fields.algorithm,
          kind: 'choice',
          choices: ['SHA1', 'SHA256', 'SHA512'].map((value) => ({ value, label: value })),
        },
        {
          name: 'digits',
          label: words.fields.digits,
          kind: 'choice',
          choices: ['6', '8'].map((value) => ({ value, label: value })),
        },
        { name: 'periodSeconds', label: words.fields.periodSeconds, kind: 'seconds' },
        { name: 'window', label: words.fields.window, kind: 'number' },
        { name: 'recoveryCodes', label: words.fields.recoveryCodes, kind: 'number' },
        { name: 'maxAttempts', label: words.fields.maxAttempts, kind: 'number' },
      ]}
    />
  );
}
