// Whether two pictures of a page are the same to a user.
import type { Browser } from 'playwright-core';

/**
 * A browser paints the edges of a shape in another way now and then. Measured with equal builds and a busy machine: up to 7 of 255
 * steps, in 145 of 1.7 million pixels.
 */
const noise = { steps: 8, pixels: 1 / 5_000 };

/** Runs in a page. Returns the largest difference of a channel between two PNGs, and the share of values that differ. */
const compared = `async ([one, other]) => {
  const pixelsOf = async (png) => {
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return [image.width, canvas.getImageData(0, 0, image.width, image.height).data];
  };
  const [[width, a], [otherWidth, b]] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  if (width !== otherWidth || a.length !== b.length) return [255, 1];
  let [most, differing] = [0, 0];
  for (let at = 0; at < a.length; at++) {
    if (a[at] === b[at]) continue;
    differing += 1;
    most = Math.max(most, Math.abs(a[at] - b[at]));
  }
  return [most, differing / a.length];
}`;

/** Returns whether two PNGs differ by noise at most. */
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
    const [steps, share] = await page.evaluate<[number, number]>(
      `(${compared})(${JSON.stringify(pictures)})`,
    );
    return steps <= noise.steps && share <= noise.pixels;
  } finally {
    await page.close();
  }
}
