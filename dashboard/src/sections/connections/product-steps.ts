import { type Product, type ProductStep, products } from '../../texts/connection-products.ts';

export type Protocol = 'OIDC' | 'SAML';

export const productOf = (id: string | undefined): Product | undefined =>
  products.find((product) => product.id === id);

/** The ID of the product whose steps a connection shows: `generic` if it has none, or one that is not known here. */
export const productIdOf = (product: string | null): string =>
  productOf(product ?? undefined)?.id ?? 'generic';

const isBringing = (step: ProductStep): boolean => 'bring' in step;
const isOurs = (step: ProductStep): boolean => 'enter' in step || 'save' in step;

/**
 * Divides the steps at a product: those that give the settings of a connection, and those that need the values of the
 * connection. A product that asks for our values first gets placeholders, which the second part replaces. With SAML, the values are
 * there from the start.
 */
export function stepsOf(
  product: Product,
  protocol: Protocol,
): { before: readonly ProductStep[]; after: readonly ProductStep[] } {
  if (protocol === 'SAML') return { before: [], after: product.saml };
  const steps = product.oidc;
  const end = steps.findLastIndex(isBringing) + 1;
  const before = steps.slice(0, end);
  return { before, after: [...before.filter(isOurs), ...steps.slice(end)] };
}
