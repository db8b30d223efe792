/** Keys without a cap; as many have one. */
export const keyCount = 20_000;
export const peopleCount = 20_000;
