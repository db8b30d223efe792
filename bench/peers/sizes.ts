/** Keys without a cap; as many have one. */
export const keyCount = 20_000;
export const peopleCount = 20_000;
/** So high that no run reaches it: what is measured is the work of counting. */
export const cap = 2_000_000_000;
