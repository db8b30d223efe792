// The function that builds each part of a release.
import { packAction, packChart } from './chart.ts';
import { packGo } from './go.ts';
import { buildImage } from './image.ts';
import { packCli, packClient, packMiddleware } from './npm.ts';
import type { PartName } from './part-names.ts';
import { buildPython } from './python.ts';
import type { Part } from './release.ts';
import { buildProvider } from './terraform.ts';
import { copyContract, writeBill, writeDocs, writeNotes } from './texts.ts';

export const parts: Readonly<Record<PartName, Part>> = {
  notes: writeNotes,
  contract: copyContract,
  chart: packChart,
  action: packAction,
  docs: writeDocs,
  bill: writeBill,
  client: packClient,
  middleware: packMiddleware,
  cli: packCli,
  python: buildPython,
  go: packGo,
  provider: buildProvider,
  image: buildImage,
};
