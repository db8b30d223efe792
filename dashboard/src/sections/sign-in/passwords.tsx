import { useMay } from '../../app/me.ts';
import { versioned } from '../../api/versioned.ts';
import { getPasswordPolicyOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { getPasswordPolicy, updatePasswordPolicy } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';

const { passwords: words } = texts;

export function Passwords() {
  return (
    <SettingsForm
      title={words.title}
      text={words.text}
      query={versioned(getPasswordPolicyOptions(), (more) => getPasswordPolicy(more))}
      operation="updatePasswordPolicy"
      save={(body, headers) => updatePasswordPolicy({ body, headers })}
      said={texts.saved}
      mayWrite={useMay('auth_config.write')}
      fields={[
        { name: 'minLength', label: words.fields.minLength, kind: 'number' },
        { name: 'maxLength', label: words.fields.maxLength, kind: 'number' },
        { name: 'minCharacterTypes', label: words.fields.minCharacterTypes, kind: 'number' },
        { name: 'historyCount', label: words.fields.historyCount, kind: 'number' },
        { name: 'maxAgeDays', label: words.fields.maxAgeDays, kind: 'number?', text: words.never },
        { name: 'customBlockedWords', label: words.fields.customBlockedWords, kind: 'list' },
        { name: 'requireUppercase', label: words.fields.requireUppercase, kind: 'switch' },
        { name: 'requireLowercase', label: words.fields.requireLowercase, kind: 'switch' },
        { name: 'requireNumber', label: words.fields.requireNumber, kind: 'switch' },
        { name: 'requireSymbol', label: words.fields.requireSymbol, kind: 'switch' },
        { name: 'disallowCommon', label: words.fields.disallowCommon, kind: 'switch' },
        { name: 'disallowUserInfo', label: words.fields.disallowUserInfo, kind: 'switch' },
        { name: 'disallowRepetition', label: words.fields.disallowRepetition, kind: 'switch' },
        { name: 'disallowBreached', label: words.fields.disallowBreached, kind: 'switch' },
        { name: 'lockoutThreshold', label: words.fields.lockoutThreshold, kind: 'number' },
        {
          name: 'lockoutWindowSeconds',
          label: words.fields.lockoutWindowSeconds,
          kind: 'number',
          text: words.seconds,
        },
        {
          name: 'lockoutDurationSeconds',
          label: words.fields.lockoutDurationSeconds,
          kind: 'number',
          text: words.seconds,
        },
        {
          name: 'resetTokenTtlSeconds',
          label: words.fields.resetTokenTtlSeconds,
          kind: 'number',
          text: words.seconds,
        },
      ]}
    />
  );
}
