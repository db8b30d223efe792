import { type Given, json, requestText } from '../frame/requests.ts';

/** The least work of a request: read a row, update it, insert one, or sign with ES256. */
export type Floor = 'read' | 'update' | 'insert' | 'sign';

export const floorKeys = Array.from({ length: 5_000 }, (_, at) => `floor_${at}`);

export const floorRequests: Given = {
  texts: floorKeys.map((credential) => requestText('POST /', {}, json({ credential }))),
  mark: '"valid":true',
};
