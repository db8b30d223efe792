/** Whether a text is the URL of a mail server: a host, maybe a user, a password and a port, and nothing else. */
export function isSmtpUrl(text: string): boolean {
  // Options in a query could switch off the check of certificates, or print mails.
  if (!/^smtps?:\/\/[^\s/\\?#]+\/?$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && isEncoded(username) && isEncoded(password);
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
