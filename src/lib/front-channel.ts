import type { ClientCertificate } from './client-certificate.ts';
import type { DevicePlatform } from './device-platform.ts';

/** Where a request of a browser came from. */
export interface FrontChannel {
  address: string | undefined;
  /** As the `User-Agent` claims. */
  platform?: DevicePlatform | undefined;
  /** The client certificate, if a trusted proxy tells of one or the device origin has seen one. */
  certificate?: ClientCertificate | undefined;
}

/** Returns the JSON text that the row of a login has. */
export const frontText = ({ address, platform, certificate }: FrontChannel): string =>
  JSON.stringify({ address, platform, certificate });
