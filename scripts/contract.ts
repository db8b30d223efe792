import { readFileSync } from 'node:fs';
import type { Contract } from '../src/lib/contract.ts';

/** Reads the bundled contract. */
export const readContract = () => JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Contract;
