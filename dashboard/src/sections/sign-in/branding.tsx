import { versioned } from '../../api/versioned.ts';
import { useMay, useSession } from '../../app/me.ts';
import { getBranding, updateBranding } from '../../generated/sdk.gen.ts';
import type { Branding as Saved } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { choicesOf, SettingsForm } from '../../ui/settings-form.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { shownBranding } from './shown-branding.ts';

const { branding: words } = texts;

export function Branding() {
  const { organization } = useSession().me;
  return (
    <SettingsForm
      title={words.title}
      text={words.text}
      query={versioned({ getBranding }, {})}
      operation="updateBranding"
      save={(body, headers) => updateBranding({ body, headers })}
      said={texts.saved}
      mayWrite={useMay('auth_config.write')}
      fields={[
        { name: 'displayName', label: words.fields.displayName, kind: 'text?' },
        { name: 'logoUri', label: words.fields.logoUri, kind: 'text?' },
        { name: 'primaryColor', label: words.fields.primaryColor, kind: 'colour?', text: words.colour },
        { name: 'backgroundColor', label: words.fields.backgroundColor, kind: 'colour?', text: words.colour },
        { name: 'supportUri', label: words.fields.supportUri, kind: 'text?' },
        { name: 'locale', label: words.fields.locale, kind: 'choice', choices: choicesOf(words.locales) },
      ]}
      beside={(entered, saved: Saved) => (
        <BrandingPreview branding={shownBranding(entered, saved, organization.name)} />
      )}
    />
  );
}
