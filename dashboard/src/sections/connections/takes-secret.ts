/** Whether a method of the token endpoint sends a client secret. The API refuses a secret with the other methods. */
export const takesSecret = (method: string): boolean => method.startsWith('client_secret_');
