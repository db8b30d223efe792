import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getRegistrationConfig, updateRegistrationConfig } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';

const { registration: words } = texts;

export function Registration() {
  return (
    <SettingsForm
      title={words.title}
      text={words.text}
      query={versioned({ getRegistrationConfig }, {})}
      operation="updateRegistrationConfig"
      save={(body, headers) => updateRegistrationConfig({ body, headers })}
      said={texts.saved}
      mayWrite={useMay('auth_config.write')}
      fields={[
        { name: 'enabled', label: words.fields.enabled, kind: 'switch' },
        { name: 'maxPerDay', label: words.fields.maxPerDay, kind: 'number' },
        { name: 'allowedDomains', label: words.fields.allowedDomains, kind: 'list' },
      ]}
    />
  );
}
