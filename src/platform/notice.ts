/** What people are told by mail of what can be done to their account. */
export type Notice =
  | 'PASSWORD_CHANGED'
  | 'TOTP_ADDED'
  | 'TOTP_REMOVED'
  | 'RECOVERY_CODES_RENEWED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'FACTORS_RESET'
  | 'ACCOUNT_CONNECTED'
  | 'ACCOUNT_DISCONNECTED';
