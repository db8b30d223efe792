import { type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { authConfig } from '../auth-config.ts';
import type { MailAbility } from '../invitations/invitations.ts';
import {
  findMailTemplate,
  listMailTemplates,
  nameOfMail,
  replaceMailTemplate,
  requireEditable,
} from '../mail-templates/mail-templates.ts';
import type { MailTemplateRow } from '../mail-templates/sql/mail-templates.ts';
import { sendTestMail, signInOf } from '../mail-templates/test-mails.ts';
import { viewMailTemplate } from '../mail-templates/views/mail-templates.ts';
import { exampleMail } from '../pages/mails.ts';

type MailOperation = Extract<keyof Handlers<'auth-config'>, `${string}MailTemplate${string}`>;

/** The texts of mails among the settings of sign-in. */
export const routes = ({
  baseUrl,
  mail,
}: {
  baseUrl: () => string;
  mail: MailAbility;
}): Pick<Handlers<'auth-config'>, MailOperation> => ({
  async listMailTemplates({ query, tx }) {
    const { page, limit, ...filter } = query;
    const found = await listMailTemplates(tx, filter);
    const start = offsetOf(page, limit);
    const data = found.slice(start, start + limit).map(viewMailTemplate);
    return ok({ data, pagination: pageOf(page, limit, found.length) });
  },

  async getMailTemplate({ path, tx }) {
    return shown(await findMailTemplate(tx, path));
  },

  async replaceMailTemplate({ path, body, tx, caller: grantor, attempt, sent: { ifMatch } }) {
    attempt.targetName = nameOfMail(path);
    const { row, changes } = await replaceMailTemplate(tx, path, body, { ifMatch, grantor });
    attempt.changes = changes;
    return shown(row);
  },

  async deleteMailTemplate({ path, tx, caller: grantor, attempt, sent: { ifMatch } }) {
    attempt.targetName = nameOfMail(path);
    const { row, changes } = await replaceMailTemplate(tx, path, {}, { ifMatch, grantor });
    attempt.changes = changes;
    return shown(row);
  },

  async previewMailTemplate({ path, body, tx, caller }) {
    const { kind, locale } = requireEditable(path, body);
    const { branding } = await authConfig(tx);
    const to = { email: 'ada@example.com', name: 'Ada Lovelace', locale, branding, texts: body };
    const sent = { baseUrl: baseUrl(), link: signInOf(baseUrl(), caller.orgId) };
    const { subject, html, text, logo } = exampleMail(kind, to, sent);
    // A page that shows the preview has no parts of a mail.
    const shownHtml = logo ? html.replaceAll(`cid:${logo.id}`, branding.logoUri ?? '') : html;
    return ok({ subject, html: shownHtml, text });
  },

  async testMailTemplate({ path, body, tx, caller, attempt }) {
    attempt.targetName = nameOfMail(path);
    const userId = 'userId' in caller ? caller.userId : undefined;
    const to = await sendTestMail(tx, path, body, { userId, mail });
    return { status: 202, body: { to } };
  },
});

const shown = (row: MailTemplateRow) => ok(viewMailTemplate(row), { ETag: etagOf(row.version) });
