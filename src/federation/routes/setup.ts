import { hosted, type HostedPage, type HostedParts, viewIn } from '../../sign-in/hosted.ts';
import type { TxtLookUp } from '../../lib/txt-records.ts';
import type { Fits } from '../../platform/fits.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';
import { sentMetadata, samlProblemOf, problemOf } from '../setup-links/setup-problems.ts';
import {
  visitorOf,
  sessionCookie,
  tokenOf,
  startForm,
  start,
  over,
  onSetup,
  beginWork,
  shown,
} from '../setup-links/setup-forms.ts';
import { Failure } from '../../failure.ts';
import { probeAndNote } from '../connections/connection-tests.ts';
import type { InTransaction } from '../connections/in-transaction.ts';
import { challengeName } from '../domains/domain-names.ts';
import { setupFinishedPage, setupPath, type SetupProblem } from '../setup-links/pages/setup.ts';
import { saveSamlDraft } from '../setup-links/setup-saml.ts';
import { draftOfLink, saveOidcDraft } from '../setup-links/setup-connection.ts';
import { domainOfLink, noteSetupProof } from '../setup-links/setup-proof.ts';
import { hasPassed } from '../connections/provider-probe.ts';
import {
  countWork,
  findSetup,
  endSetupByHolder,
  linkOf,
  openSetup,
  recordSetup,
} from '../setup-links/setup-sessions.ts';
import { setCookie } from '../../lib/cookie.ts';
import { type Handlers, handlersOf, type Limits, type Pages } from '../../operation.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import { isCsrfOf } from '../../users/sessions/browser-token.ts';

/** The parts of the process that setting up a connection takes besides those of every hosted page. */
interface SetupParts {
  outgoing: Outgoing;
  quotas: Quotas;
  fits: Fits;
  records: TxtLookUp;
}

/** The parts that the pages get besides the parameters of their operations. */
type Made = HostedPage & SetupParts & { request: { limits: Limits } };

const pages: Pages<'setup', Made> = {
  async showSetupLink(call) {
    const { orgId, link: secret } = call.path;
    const tenant = await counted(call, secret);
    return call.inTenant(tenant, async (tx) => {
      const link = await linkOf(tx, secret);
      if (!link) return over(tx, call);
      const isOpen = await findSetup(tx, link.id, tokenOf(call, link.id));
      return isOpen ? redirect(setupPath(orgId, link.id)) : start(tx, call, link);
    });
  },

  async openSetupLink(call) {
    const { orgId, link: secret } = call.path;
    const tenant = await counted(call, secret);
    return call.inTenant(tenant, async (tx) => {
      const visitor = visitorOf(call);
      if (visitor === undefined || !isCsrfOf(visitor, startForm(call), call.body.csrf)) {
        const found = await linkOf(tx, secret);
        return found ? start(tx, call, found, true) : over(tx, call);
      }
      const opened = await openSetup(tx, secret, call.origin);
      if (!opened) return over(tx, call);
      const { link, token } = opened;
      const maxAge = (link.expiresAt.getTime() - (link.openedAt ?? link.createdAt).getTime()) / 1_000;
      return redirect(setupPath(orgId, link.id), {
        cookies: [setCookie(sessionCookie(link.id), token, { baseUrl: call.baseUrl, maxAge })],
      });
    });
  },

  async showSetup(call) {
    const { setupLinkId } = call.path;
    const tenant = await counted(call, setupLinkId);
    return call.inTenant(tenant, async (tx) => {
      const link = await findSetup(tx, setupLinkId, tokenOf(call, setupLinkId));
      return link ? shown(tx, call, link, call.query) : over(tx, call, 403);
    });
  },

  async submitSetupConnection(call) {
    const { body, vault, outgoing, quotas, origin, fits, baseUrl } = call;
    const tenant = await counted(call, call.path.setupLinkId);
    const issuer = body.issuer.trim();
    const clientId = body.client_id.trim();
    const clientSecret = body.client_secret.trim();
    const means = { vault, mayReach: outgoing.mayReach, quotas, origin, baseUrl };
    const save = onSetup(call, tenant, async (tx, locked) => {
      fits('ConnectionIssuer', issuer, 'issuer');
      fits('ConnectionClientId', clientId, 'clientId');
      if (clientSecret !== '') fits('ConnectionClientSecret', clientSecret, 'clientSecret');
      if (!countWork(locked.link)) return shown(tx, call, locked.link, { problem: { text: 'tooMuch' } });
      const isSaved = await saveOidcDraft(tx, locked, { issuer, clientId, clientSecret }, means);
      return isSaved
        ? redirect(setupPath(tenant.orgId, locked.link.id))
        : shown(tx, call, locked.link, { problem: { text: 'takenOver' } });
    });
    return save.catch((failure: unknown) => {
      const problem = problemOf(failure, clientSecret);
      if (!problem) throw failure;
      const entered = { issuer, clientId, metadataUrl: '' };
      return onSetup(call, tenant, (tx, { link }) =>
        shown(tx, call, link, { provider: body.provider, entered, problem }),
      );
    });
  },

  async submitSetupSamlConnection(call) {
    const { body, outgoing, quotas, origin, baseUrl } = call;
    const tenant = await counted(call, call.path.setupLinkId);
    const { field, draft } = sentMetadata(body);
    const again = (problem: SetupProblem): Promise<Hosted> => {
      const entered = { issuer: '', clientId: '', metadataUrl: body.metadata_url.trim() };
      const asked = { provider: body.provider, protocol: 'SAML', entered, problem };
      return onSetup(call, tenant, (tx, { link }) => shown(tx, call, link, asked));
    };
    if (!draft) return again({ text: 'notUtf8', field });
    const begun = await beginWork(call, tenant, (_em, link) => link);
    if ('reply' in begun) return begun.reply;
    const save = onSetup(call, tenant, async (tx, locked) => {
      const isSaved = await saveSamlDraft(tx, locked, draft, { way: outgoing, quotas, origin, baseUrl });
      return isSaved
        ? redirect(setupPath(tenant.orgId, locked.link.id))
        : shown(tx, call, locked.link, { problem: { text: 'takenOver' } });
    });
    return save.catch((failure: unknown) => {
      const problem = samlProblemOf(failure, field);
      if (!problem) throw failure;
      return again(problem);
    });
  },

  async verifySetupDomain(call) {
    const tenant = await counted(call, call.path.setupLinkId);
    const begun = await beginWork(call, tenant, (_em, link) => domainOfLink(link, call.body.domain));
    if ('reply' in begun) return begun.reply;
    const domain = begun.value;
    const answer = await call.records(challengeName(domain.domain));
    return onSetup(call, tenant, async (tx, { link }) => {
      const problem = await noteSetupProof(tx, link, domain, answer, call.origin);
      return problem
        ? shown(tx, call, link, { proof: { domain: domain.domain, problem } })
        : redirect(setupPath(tenant.orgId, link.id));
    });
  },

  async testSetupConnection(call) {
    const tenant = await counted(call, call.path.setupLinkId);
    const begun = await beginWork(call, tenant, draftOfLink);
    if ('reply' in begun) return begun.reply;
    const connection = begun.value;
    const inTransaction: InTransaction = (work) => call.inTenant(tenant, work);
    const test = await probeAndNote(connection, call.outgoing, inTransaction);
    return onSetup(call, tenant, async (tx, { link }) => {
      const result = hasPassed(test) ? 'SUCCESS' : 'FAILURE';
      const entry = { action: 'connection.test', targetId: connection.id, result } as const;
      await recordSetup(tx, link, entry, call.origin);
      return shown(tx, call, link, { test });
    });
  },

  async finishSetup(call) {
    const tenant = await counted(call, call.path.setupLinkId);
    return onSetup(call, tenant, async (tx, { link }) => {
      const connection = await draftOfLink(tx, link);
      if (!connection) return shown(tx, call, link, {});
      await endSetupByHolder(tx, link, connection, call.origin);
      const { baseUrl } = call;
      return page(setupFinishedPage(await viewIn(tx, call)), {
        cookies: [setCookie(sessionCookie(link.id), '', { baseUrl, maxAge: 0 })],
      });
    });
  },
};

export const routes = (parts: HostedParts & SetupParts): Handlers<'setup'> => {
  const { outgoing, quotas, fits, records } = parts;
  return handlersOf(pages, hosted(parts, { outgoing, quotas, fits, records }));
};

/** Counts a request for its link before anything else. @throws {Failure} ORGANIZATION_NOT_FOUND, RATE_LIMITED */
async function counted(
  call: Pick<Made, 'findTenant' | 'request'> & { path: { orgId: string } },
  link: string,
): Promise<Tenant> {
  const tenant = await call.findTenant(call.path.orgId);
  if (!tenant) throw new Failure('ORGANIZATION_NOT_FOUND');
  await call.request.limits.client(tenant.orgId, link);
  return tenant;
}
