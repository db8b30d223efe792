// Where the engine of a tenant is. Those who need only this do not load the engine.

export const basePath = (orgId: string): string => `/api/oidc/${orgId}`;

/** Below the paths of the tenant, so that two of them in one browser do not meet. */
export const cookieNames = {
  session: 'kd_oidc',
  interaction: 'kd_oidc_interaction',
  resume: 'kd_oidc_resume',
};
