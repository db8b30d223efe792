import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getPasswordPolicy, updatePasswordPolicy } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';

const { passwords: words } = texts;
const { groups } = words;

export function Passwords() {
  return (
    <SettingsForm
      title={words.title}
      text={words.text}
      query={versioned({ getPasswordPolicy }, {})}
      operation="updatePasswordPolicy"
      save={(body, headers) => updatePasswordPolicy({ body, headers })}
      said={texts.saved}
      mayWrite={useMay('auth_config.write')}
      fields={[
        { name: 'minLength', label: words.fields.minLength, kind: 'number', group: groups.length },
        { name: 'maxLength', label: words.fields.maxLength, kind: 'number', group: groups.length },
        {
          name: 'minCharacterTypes',
          label: words.fields.minCharacterTypes,
          kind: 'number',
          group: groups.length,
        },
        {
          name: 'requireUppercase',
          label: words.fields.requireUppercase,
          kind: 'switch',
          group: groups.length,
        },
        {
          name: 'requireLowercase',
          label: words.fields.requireLowercase,
          kind: 'switch',
          group: groups.length,
        },
        { name: 'requireNumber', label: words.fields.requireNumber, kind: 'switch', group: groups.length },
        { name: 'requireSymbol', label: words.fields.requireSymbol, kind: 'switch', group: groups.length },
        {
          name: 'customBlockedWords',
          label: words.fields.customBlockedWords,
          kind: 'list',
          group: groups.refused,
        },
        { name: 'disallowCommon', label: words.fields.disallowCommon, kind: 'switch', group: groups.refused },
        {
          name: 'disallowUserInfo',
          label: words.fields.disallowUserInfo,
          kind: 'switch',
          group: groups.refused,
        },
        {
          name: 'disallowRepetition',
          label: words.fields.disallowRepetition,
          kind: 'switch',
          group: groups.refused,
        },
        {
          name: 'disallowBreached',
          label: words.fields.disallowBreached,
          kind: 'switch',
          group: groups.refused,
        },
        {
          name: 'maxAgeDays',
          label: words.fields.maxAgeDays,
          kind: 'number?',
          text: words.never,
          group: groups.age,
        },
        { name: 'historyCount', label: words.fields.historyCount, kind: 'number', group: groups.age },
        {
          name: 'lockoutThreshold',
          label: words.fields.lockoutThreshold,
          kind: 'number',
          group: groups.lockout,
        },
        {
          name: 'lockoutWindowSeconds',
          label: words.fields.lockoutWindowSeconds,
          kind: 'seconds',
          group: groups.lockout,
        },
        {
          name: 'lockoutDurationSeconds',
          label: words.fields.lockoutDurationSeconds,
          kind: 'seconds',
          group: groups.lockout,
        },
        {
          name: 'resetTokenTtlSeconds',
          label: words.fields.resetTokenTtlSeconds,
          kind: 'seconds',
          group: groups.lockout,
        },
      ]}
    />
  );
}
