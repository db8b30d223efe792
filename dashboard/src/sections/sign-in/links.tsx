import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getMagicLinkConfig, updateMagicLinkConfig } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';

const { links: words } = texts;

export function Links() {
  return (
    <SettingsForm
      title={words.title}
      text={words.text}
      query={versioned({ getMagicLinkConfig }, {})}
      operation="updateMagicLinkConfig"
      save={(body, headers) => updateMagicLinkConfig({ body, headers })}
      said={texts.saved}
      mayWrite={useMay('auth_config.write')}
      fields={[
        { name: 'enabled', label: words.fields.enabled, kind: 'switch' },
        { name: 'bindToBrowser', label: words.fields.bindToBrowser, kind: 'switch' },
        { name: 'allowSignUp', label: words.fields.allowSignUp, kind: 'switch' },
        { name: 'ttlSeconds', label: words.fields.ttlSeconds, kind: 'seconds' },
        { name: 'maxPerHour', label: words.fields.maxPerHour, kind: 'number' },
        { name: 'redirectAllowlist', label: words.fields.redirectAllowlist, kind: 'list' },
      ]}
    />
  );
}
