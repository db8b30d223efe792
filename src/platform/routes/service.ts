import { type Handlers, ok } from '../../operation.ts';
import { version } from '../../lib/version.ts';
import type { Service } from '../service.ts';

export const routes = ({ service: { document, health } }: { service: Service }): Handlers<'service'> => ({
  async getOpenapiJson() {
    const { body, bytes } = await document.json();
    return { ...ok(body), bytes };
  },

  async getOpenapiYaml() {
    const { body, bytes } = await document.yaml();
    return { ...ok(body, { 'Content-Type': 'application/yaml; charset=utf-8' }), bytes };
  },

  async getLiveness() {
    return ok({ status: 'ok', version, checks: {} });
  },

  async getReadiness() {
    const { status, checks } = await health();
    if (status === 'ok') return ok({ status, version, checks });
    return { status: 503, body: { status, version, checks }, headers: { 'Retry-After': '2' } };
  },
});
