// It comes without types.
declare module 'oidc-provider';
