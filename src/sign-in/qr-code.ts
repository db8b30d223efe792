import { renderSVG } from 'uqr';

/** A text as a QR code, an image for `src`: with the margin of four modules that ISO/IEC 18004 asks for. */
export const qrCodeUri = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { ecc: 'M', border: 4, pixelSize: 1 })).toString('base64')}`;
