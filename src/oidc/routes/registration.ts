import { Failure, ThrownUnder } from '../../failure.ts';
import { created, type Handlers, type AnyCall, noContent, ok } from '../../operation.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { FindTenant, Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import { basePath } from '../engine/names.ts';
import {
  readRegistration,
  registerClient,
  type Registering,
  removeRegistration,
  replaceRegistration,
} from '../registrations.ts';
import { viewRegistration } from '../views/registrations.ts';

/** Scripts of every origin may register clients, as every program may. A registration needs no cookie. */
const forScripts = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate',
};
/** The response has secrets (RFC 7591 section 3.2.1). */
const headers = { ...forScripts, 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const preflight = (methods: string) => ({
  ...noContent(),
  headers: {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
    'Access-Control-Max-Age': '3600',
  },
});

type RegistrationCall = Pick<AnyCall, 'inTenant' | 'origin' | 'sent'> & { path: { orgId: string } };

export const routes = ({
  outgoing,
  baseUrl,
  findTenant,
}: {
  outgoing: Outgoing;
  baseUrl: () => string;
  findTenant: FindTenant;
}): Handlers<'oidc-registration'> => {
  const way = { mayReach: outgoing.mayReach, baseUrl };
  const issuerOf = (orgId: string): string => `${baseUrl()}${basePath(orgId)}`;

  /** @throws {Failure} ORGANIZATION_NOT_FOUND, ORGANIZATION_SUSPENDED */
  async function tenantOf(orgId: string): Promise<Tenant> {
    const tenant = await findTenant(orgId);
    if (!tenant) throw new Failure('ORGANIZATION_NOT_FOUND');
    return tenant;
  }

  /** Does the work in the tenant of the address. Scripts read its refusals, too. */
  async function registering<Result>(
    { path, inTenant, origin, sent }: RegistrationCall,
    work: (tx: Tx, by: Registering) => Promise<Result>,
  ): Promise<Result> {
    try {
      const tenant = await tenantOf(path.orgId);
      const token = tokenIn(sent.header('authorization'));
      return await inTenant(tenant, (tx) => work(tx, { token, origin }));
    } catch (error) {
      throw new ThrownUnder({ ...headers, ...challengeOf(error) }, error);
    }
  }

  return {
    async createOidcRegistration(call) {
      const found = await registering(call, (tx, by) => registerClient(tx, call.body, by, way));
      return created(viewRegistration(found, issuerOf(call.path.orgId)), headers);
    },

    async getOidcRegistration(call) {
      const found = await registering(call, (tx, by) => readRegistration(tx, call.path.clientId, by));
      return ok(viewRegistration(found, issuerOf(call.path.orgId)), headers);
    },

    async replaceOidcRegistration(call) {
      const { clientId, orgId } = call.path;
      const found = await registering(call, (tx, by) =>
        replaceRegistration(tx, clientId, call.body, by, way),
      );
      return ok(viewRegistration(found, issuerOf(orgId)), headers);
    },

    async deleteOidcRegistration(call) {
      await registering(call, (tx, by) => removeRegistration(tx, call.path.clientId, by));
      return { ...noContent(), headers };
    },

    async preflightOidcRegistration({ path }) {
      await tenantOf(path.orgId);
      return preflight('POST');
    },

    async preflightRegisteredOidcClient({ path }) {
      await tenantOf(path.orgId);
      return preflight('GET, PUT, DELETE');
    },
  };
};

/** RFC 6750 section 2.1. A header in another form is a wrong token, and no request without one. */
const tokenIn = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : (/^Bearer +(\w{1,128})$/i.exec(authorization)?.[1] ?? '');

/** RFC 6750 section 3. */
const challengeOf = (error: unknown): Record<string, string> =>
  error instanceof Failure && error.code === 'REGISTRATION_TOKEN_INVALID'
    ? { 'WWW-Authenticate': 'Bearer error="invalid_token"' }
    : {};
