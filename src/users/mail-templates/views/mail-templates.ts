import type { MailTemplate } from '../../../../generated/types/types.gen.ts';
import { editableMails, placeholdersOfMail } from '../../pages/mail-kinds.ts';
import { defaultTexts, placeholdersOfPart } from '../../pages/mail-texts.ts';
import { wholeTexts } from '../mail-templates.ts';
import type { MailTemplateRow } from '../sql/mail-templates.ts';

export function viewMailTemplate({
  kind,
  locale,
  texts,
  updatedAt,
  updatedBy,
}: MailTemplateRow): MailTemplate {
  return {
    kind,
    language: locale,
    isEditable: editableMails.includes(kind),
    isEdited: Object.keys(texts).length > 0,
    ...wholeTexts(texts),
    defaults: defaultTexts(kind, locale),
    placeholders: [...placeholdersOfPart('greeting', placeholdersOfMail(kind))],
    updatedAt: updatedAt?.toISOString() ?? null,
    updatedBy,
  };
}
