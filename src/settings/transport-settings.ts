import { cidrs, httpsOrigin, integer, oneOf, path } from './setting-kinds.ts';
import { setting } from './setting.ts';

/** The settings of TLS, of the origin of devices, and of proxies (docs/deploying.md). */
export const transportSettings = [
  setting(
    'REQUIRE_HTTPS',
    oneOf('auto', 'always'),
    'auto',
    'With auto, the service accepts plain HTTP from loopback peers only. With always, it accepts HTTPS only.',
  ),
  setting('TLS_CERT', path, undefined, 'The PEM file of the certificate chain. It turns on TLS.'),
  setting('TLS_KEY', path, undefined, 'The PEM file of the private key of TLS_CERT.'),
  setting(
    'TLS_CLIENT_CA',
    path,
    undefined,
    'The PEM file of the authorities that issue the client certificates of devices. It turns on the device origin.',
  ),
  setting(
    'DEVICE_ORIGIN',
    httpsOrigin,
    undefined,
    'The public origin where browsers show the certificates of devices. It differs from BASE_URL. Required with TLS_CLIENT_CA.',
  ),
  setting(
    'DEVICE_PORT',
    integer(1, 65_535),
    undefined,
    'The port on which the service serves DEVICE_ORIGIN. No proxy may end TLS in front of it. Required with TLS_CLIENT_CA.',
  ),
  setting(
    'DEVICE_TLS_CERT',
    path,
    undefined,
    'The PEM file of the certificate chain of DEVICE_ORIGIN.',
    'TLS_CERT',
  ),
  setting(
    'DEVICE_TLS_KEY',
    path,
    undefined,
    'The PEM file of the private key of DEVICE_TLS_CERT.',
    'TLS_KEY',
  ),
  setting(
    'TRUSTED_PROXIES',
    cidrs,
    undefined,
    'The proxies whose X-Forwarded-For and X-Forwarded-Proto the service trusts.',
    'none',
  ),
  setting(
    'CLIENT_CERT_PROXIES',
    cidrs,
    undefined,
    'The proxies whose Client-Cert header (RFC 9440) the service trusts. They must remove the header of their own clients.',
    'none',
  ),
] as const;
