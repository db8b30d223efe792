/** The settings of the device origin, and those that they must fit. */
interface DeviceSettings {
  tlsClientCa: string | undefined;
  deviceOrigin: string | undefined;
  devicePort: number | undefined;
  deviceTlsCert: string | undefined;
  deviceTlsKey: string | undefined;
  tlsCert: string | undefined;
  baseUrl: string | undefined;
}

/** Returns the rule that the settings break, as a sentence for the operator; undefined if they break none. */
export function deviceOriginFault(settings: DeviceSettings): string | undefined {
  const { tlsClientCa, deviceOrigin, devicePort, deviceTlsCert, deviceTlsKey, tlsCert, baseUrl } = settings;
  if ((deviceTlsCert === undefined) !== (deviceTlsKey === undefined)) {
    const missing = deviceTlsCert === undefined ? 'DEVICE_TLS_CERT' : 'DEVICE_TLS_KEY';
    return `${missing} is not set: set DEVICE_TLS_CERT and DEVICE_TLS_KEY together or neither.`;
  }
  if (tlsClientCa === undefined) {
    const set = { DEVICE_ORIGIN: deviceOrigin, DEVICE_PORT: devicePort, DEVICE_TLS_CERT: deviceTlsCert };
    const [alone] = Object.entries(set).find(([, value]) => value !== undefined) ?? [];
    return alone === undefined
      ? undefined
      : `TLS_CLIENT_CA is not set: set it, or remove ${alone}, which has no effect without it.`;
  }
  if (deviceOrigin === undefined || devicePort === undefined) {
    const missing = deviceOrigin === undefined ? 'DEVICE_ORIGIN' : 'DEVICE_PORT';
    return `${missing} is not set: with TLS_CLIENT_CA, set DEVICE_ORIGIN to an https origin and DEVICE_PORT to its port on this machine.`;
  }
  if (deviceOrigin === baseUrl)
    return 'DEVICE_ORIGIN equals BASE_URL: set another origin. Otherwise every browser would be asked for a certificate.';
  if (deviceTlsCert === undefined && tlsCert === undefined)
    return 'DEVICE_TLS_CERT is not set: with TLS_CLIENT_CA, set DEVICE_TLS_CERT and DEVICE_TLS_KEY, or TLS_CERT and TLS_KEY.';
  return undefined;
}
