const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const four = new RegExp(`^${byte}(?:\\.${byte}){3}$`);

/** Whether the service accepts this text as the address of a caller. Test clients and sockets of Unix give other texts. */
export const isIpAddress = (text: string | undefined): text is string =>
  text !== undefined &&
  (four.test(text) || (/^[\da-f.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]/`)));
