import { type Handlers, ok } from '../http/operation.ts';

export const service: Handlers<'service'> = {
  async getOpenapiJson({ service: { document } }) {
    return ok(document.object);
  },

  async getOpenapiYaml({ service: { document } }) {
    return ok(document.yaml, { 'Content-Type': 'application/yaml; charset=utf-8' });
  },

  async getLiveness() {
    return ok({ status: 'ok', checks: {} });
  },

  async getReadiness({ service: { health } }) {
    const { status, checks } = await health();
    if (status === 'ok') return ok({ status, checks });
    return { status: 503, body: { status, checks }, headers: { 'Retry-After': '2' } };
  },
};
