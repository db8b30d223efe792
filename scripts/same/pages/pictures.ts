// Whether two pictures of a page are the same to a user.
import type { Browser } from 'playwright-core';

/** A browser rounds the edges of a shape in another way now and then: by one of 255 steps, in a few pixels of a page. */
const noise = 2;

/** Runs in a page. Returns the largest difference of a channel between two PNGs, or 255 for pictures of two sizes. */
const largestDifference = `async ([one, other]) => {
  const pixelsOf = async (png) => {
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return [image.width, canvas.getImageData(0, 0, image.width, image.height).data];
  };
  const [[width, a], [otherWidth, b]] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  if (width !== otherWidth || a.length !== b.length) return 255;
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at])), 0);
}`;

/** Returns whether no pixel of two PNGs differs by more than what a browser paints in another way by itself. */
export async function isSamePicture(
  browser: Browser | null,
  one: Uint8Array,
  other: Uint8Array,
): Promise<boolean> {
  if (Buffer.compare(one, other) === 0) return true;
  const page = await browser?.newPage();
  if (!page) return false;
  try {
    const pictures = [one, other].map((png) => Buffer.from(png).toString('base64'));
    return (await page.evaluate<number>(`(${largestDifference})(${JSON.stringify(pictures)})`)) <= noise;
  } finally {
    await page.close();
  }
}
