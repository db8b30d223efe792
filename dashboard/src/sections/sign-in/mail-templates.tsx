import { Button, Group } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { deleteMailTemplate, listMailTemplates } from '../../generated/sdk.gen.ts';
import type { MailTemplate } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { inWords, time } from '../../ui/columns.tsx';
import { about, Confirm } from '../../ui/confirm.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourceTab } from '../../ui/resource-list.tsx';
import { type OfRow, resource } from '../../ui/resource.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { EditMailTemplate } from './mail-template-form.tsx';
import { nameOfMail, pathOf } from './mail-values.ts';

const { mails: words } = texts;

const stateOf = ({ isEditable, isEdited }: MailTemplate): string =>
  isEditable ? (isEdited ? words.states.edited : words.states.usual) : words.states.fixed;

const mailTemplates = resource({
  list: { listMailTemplates },
  pages: byPage,
  rowId: ({ kind, language }) => `${kind}/${language}`,
  filters: [
    { name: 'kind', title: words.columns.mail, values: choicesOf(words.kinds) },
    { name: 'language', title: words.columns.language, values: choicesOf(words.languages) },
  ],
  name: words.title,
  columns: [
    inWords('kind', words.columns.mail, words.kinds),
    inWords('language', words.columns.language, words.languages),
    { id: 'state', title: words.columns.state, csv: stateOf, cell: stateOf },
    time('updatedAt', words.columns.changed, 'relative', { isMinor: true }),
  ],
  nameOf: nameOfMail,
  words,
  rowActs: {
    needs: 'auth_config.write',
    buttons: (mail, open) =>
      mail.isEditable ? (
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => open(EditMailTemplate, mail)}
            aria-label={`${words.edit}: ${nameOfMail(mail)}`}
          >
            {words.edit}
          </Button>
          {mail.isEdited ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red.8"
              onClick={() => open(ResetMailTemplate, mail)}
              aria-label={`${words.reset.action}: ${nameOfMail(mail)}`}
            >
              {words.reset.action}
            </Button>
          ) : null}
        </Group>
      ) : null,
  },
});

export const MailTemplates = () => <ResourceTab of={mailTemplates} />;

function ResetMailTemplate({ row, onClose }: OfRow<MailTemplate>) {
  return (
    <Confirm
      {...about(words.reset, nameOfMail(row))}
      {...sends({ deleteMailTemplate }, pathOf(row))}
      onClose={onClose}
    />
  );
}
