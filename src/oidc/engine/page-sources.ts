import type { Client, errors, KoaContextWithOIDC } from 'oidc-provider';
import { settingsOf } from './clients.ts';
import { refusalOf, TooManyTries } from './errors.ts';
import type { DeviceError, EnginePage, DeviceOrigin, ShownClient } from './parts.ts';
import { deviceErrors, xsrfOf } from './patches.ts';
import { visitOf } from './visits.ts';

export const shown = (client: Client): ShownClient => {
  const { name, logoUri, origin } = settingsOf(client);
  return { id: client.clientId, name, logoUri, origin };
};

/** Answers with a page of ours. */
async function show(ctx: KoaContextWithOIDC, page: EnginePage): Promise<void> {
  ctx.type = 'html';
  ctx.body = await visitOf(ctx.req).page(page);
}

const deviceErrorOf = (error: Error): DeviceError =>
  error instanceof TooManyTries ? 'too-many' : (deviceErrors[error.name] ?? 'failed');

/** The pages on which a user connects a device (RFC 8628 section 3.3). */
export const devicePages = {
  async userCodeInputSource(
    ctx: KoaContextWithOIDC,
    _form: string,
    _out?: unknown,
    error?: Error,
  ): Promise<void> {
    const problem = error && deviceErrorOf(error);
    // The engine answers 200 to a wrong code. A user who refuses a device does not cause an error.
    if (problem !== undefined && problem !== 'aborted' && ctx.status < 400) ctx.status = 400;
    if (error && ctx.status >= 400) {
      const { message, error_description: description = message } = error as errors.OIDCProviderError;
      if (visitOf(ctx.req).program)
        return renderError(ctx, { error: 'invalid_request', error_description: description });
      ctx.set('X-Error-Code', refusalOf(ctx, 'invalid_request').code);
    }
    await show(ctx, {
      name: 'device',
      action: ctx.oidc.urlFor('code_verification'),
      xsrf: xsrfOf(ctx),
      userCode: visitOf(ctx.req).userCode,
      error: problem,
    });
  },
  async userCodeConfirmSource(
    ctx: KoaContextWithOIDC,
    _form: string,
    client: Client,
    deviceInfo: unknown,
    userCode: string,
  ): Promise<void> {
    await show(ctx, {
      name: 'device-confirm',
      action: ctx.oidc.urlFor('code_verification'),
      xsrf: xsrfOf(ctx),
      userCode,
      client: shown(client),
      place: deviceInfo as DeviceOrigin,
    });
  },
  async successSource(ctx: KoaContextWithOIDC): Promise<void> {
    await show(ctx, { name: 'device-done' });
  },
  deviceInfo: (ctx: KoaContextWithOIDC): DeviceOrigin => ({
    address: visitOf(ctx.req).address,
    userAgent: ctx.get('user-agent').slice(0, 200),
  }),
};

/** The pages on which a user signs out. */
export const logoutPages = {
  async logoutSource(ctx: KoaContextWithOIDC): Promise<void> {
    const { client } = ctx.oidc;
    await show(ctx, {
      name: 'logout',
      action: ctx.oidc.urlFor('end_session_confirm'),
      xsrf: xsrfOf(ctx),
      client: client && shown(client),
    });
  },
  async postLogoutSuccessSource(ctx: KoaContextWithOIDC): Promise<void> {
    await show(ctx, { name: 'logged-out' });
  },
};

/** Renders an error that no client receives: a page for users, and the body of RFC 6749 for programs. */
export async function renderError(
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
): Promise<void> {
  const { status, error, code, hint } = refusalOf(ctx, out.error);
  const { program, requestId } = visitOf(ctx.req);
  ctx.status = status;
  if (program) {
    ctx.body = { ...out, error, ...(hint === undefined ? {} : { error_description: hint }), code, requestId };
    return;
  }
  ctx.set('X-Error-Code', code);
  await show(ctx, { name: 'error', status, error, code, isHint: hint !== undefined });
}
