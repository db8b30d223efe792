/** The changes to an account that its user is told by e-mail. */
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
