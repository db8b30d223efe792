import { type Handlers, ok } from '../operation.ts';

export const service: Handlers<'service'> = {
  async getOpenapiJson({ service: { document } }) {
    const { body, bytes } = await document.json();
    return { ...ok(body), bytes };
  },

  async getOpenapiYaml({ service: { document } }) {
    const { body, bytes } = await document.yaml();
    return { ...ok(body, { 'Content-Type': 'application/yaml; charset=utf-8' }), bytes };
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
