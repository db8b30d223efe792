// Every page of the documentation by its path. A page is made when it is first asked for.
import { errorPage, errors, errorsPage, verificationCodePage, verificationCodesPage } from './code-pages.ts';
import { events, operations, tags } from './document.ts';
import { eventPage, eventsPage } from './event-pages.ts';
import { guidePages, type ReadRelease, releaseHere } from './guides/guide-files.ts';
import { operationPage } from './operation-page.ts';
import { operationsPage, overviewPage, tagPage } from './overview-pages.ts';
import { errorPath, eventPath, operationPath, tagPath, verificationPath } from './paths.ts';
import { verificationCodes } from './verification-codes.ts';

type Entry = [path: string, make: () => string | Promise<string>];

/** Returns the pages, each with the function that makes it. @param release reads the facts that the pages of guides show */
export const pagesOf = (release: ReadRelease): readonly Entry[] => [
  ['/docs', overviewPage],
  ['/docs/', overviewPage],
  ['/docs/operations', operationsPage],
  ['/docs/errors', errorsPage],
  ['/docs/verification-codes', verificationCodesPage],
  ['/docs/events', eventsPage],
  ...guidePages(release),
  ...tags.map((tag): Entry => [tagPath(tag.name), () => tagPage(tag)]),
  ...operations.map((operation): Entry => [operationPath(operation.id), () => operationPage(operation)]),
  ...Object.keys(errors).map((code): Entry => [errorPath(code), () => errorPage(code)]),
  ...Object.keys(verificationCodes).map(
    (code): Entry => [verificationPath(code), () => verificationCodePage(code)],
  ),
  ...events.map((event): Entry => [eventPath(event.path), () => eventPage(event)]),
];

/** The pages that this service serves. */
export const pages = pagesOf(releaseHere);
