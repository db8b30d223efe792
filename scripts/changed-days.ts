// Prints the days on which the files of the guides changed, as JSON. The build of an image has no history of Git and gets them as a file.
import { changedDays } from './guides/changed.ts';

console.log(JSON.stringify(changedDays()));
