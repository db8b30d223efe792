import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../dashboard/src/sections/connections/product-steps.ts';
import { setupProviders } from '../../src/federation/setup-links/setup-providers.ts';

describe('the steps at a product', () => {
  test.each(setupProviders)('give settings, then take our values ($name, OIDC)', (product) => {
    const { before, after } = stepsOf(product, 'OIDC');
    expect(before.at(-1)).toHaveProperty('bring');
    expect(after.filter((step) => 'bring' in step)).toEqual([]);
    const ours = product.oidc.filter((step) => 'enter' in step || 'save' in step);
    // Each value of ours is entered for good after the connection exists.
    expect(after.filter((step) => 'enter' in step || 'save' in step)).toEqual(ours);
  });

  test.each(setupProviders)('need no placeholder with a draft ($name, SAML)', (product) => {
    expect(stepsOf(product, 'SAML')).toEqual({ before: [], after: product.saml });
  });
});
