// Where the pages of the reference are.
export const operationPath = (id: string): string => `/docs/operations/${id}`;
export const tagPath = (tag: string): string => `/docs/tags/${tag}`;
export const errorPath = (code: string): string => `/docs/errors/${code}`;
export const verificationPath = (code: string): string => `/docs/verification-codes/${code}`;
export const eventPath = (type: string): string => `/docs/events/${type}`;
export const guidePath = (guide: string): string => `/docs/guides/${guide}`;
