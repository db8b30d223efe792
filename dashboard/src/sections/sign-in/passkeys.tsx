import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getWebauthnConfig, updateWebauthnConfig } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { choicesOf, SettingsForm } from '../../ui/settings-form.tsx';

const { passkeys: words } = texts;

export function Passkeys() {
  return (
    <SettingsForm
      title={words.title}
      text={words.text}
      query={versioned({ getWebauthnConfig }, {})}
      operation="updateWebauthnConfig"
      save={(body, headers) => updateWebauthnConfig({ body, headers })}
      said={texts.saved}
      mayWrite={useMay('auth_config.write')}
      fields={[
        { name: 'enabled', label: words.fields.enabled, kind: 'switch' },
        { name: 'passwordless', label: words.fields.passwordless, kind: 'switch' },
        {
          name: 'rpId',
          label: words.fields.rpId,
          kind: 'text?',
          text: words.own,
          warns: () => words.rpIdLost,
        },
        { name: 'rpName', label: words.fields.rpName, kind: 'text?' },
        { name: 'origins', label: words.fields.origins, kind: 'list?' },
        {
          name: 'userVerification',
          label: words.fields.userVerification,
          kind: 'choice',
          choices: choicesOf(words.preference),
        },
        {
          name: 'residentKey',
          label: words.fields.residentKey,
          kind: 'choice',
          choices: choicesOf(words.preference),
        },
        {
          name: 'attestation',
          label: words.fields.attestation,
          kind: 'choice',
          choices: choicesOf(words.attestations),
        },
        { name: 'timeoutMs', label: words.fields.timeoutMs, kind: 'number', text: words.milliseconds },
        {
          name: 'authenticatorAttachment',
          label: words.fields.authenticatorAttachment,
          kind: 'choice?',
          choices: choicesOf(words.attachments),
          text: words.either,
        },
        {
          name: 'allowedAaguids',
          label: words.fields.allowedAaguids,
          kind: 'list?',
          text: words.everyModel,
        },
      ]}
    />
  );
}
