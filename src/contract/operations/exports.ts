import { type Static, Type } from 'typebox'
import { namedList } from '../enums.ts'
import { defineBoundedExport, defineExport } from '../operation.ts'
import { choice, claims } from '../parameters/list-parameters.ts'
import { defaulted, optional, slug } from '../parameters/parameter.ts'
import { HistoryLine } from '../shapes/history.ts'
import { ProjectCard } from '../shapes/project-card.ts'
import { RadarLine } from '../shapes/radar.ts'
import { Ship } from '../shapes/ship.ts'
import { OutageDayLine, ProviderLine } from '../shapes/status.ts'
import { builders } from './builders.ts'
import exportBuildersExamples from './examples/export-builders.json' with { type: 'json' }
import exportHistoryExamples from './examples/export-history.json' with { type: 'json' }
import exportOutagesExamples from './examples/export-outages.json' with { type: 'json' }
import exportProjectsExamples from './examples/export-projects.json' with { type: 'json' }
import exportProvidersExamples from './examples/export-providers.json' with { type: 'json' }
import exportShipsExamples from './examples/export-ships.json' with { type: 'json' }
import { history } from './history.ts'

const ExportFormat = namedList('ExportFormat', ['jsonl', 'csv'])
export type ExportFormat = Static<typeof ExportFormat>

const format = defaulted(
  choice(
    ExportFormat,
    'jsonl: one JSON object a line; csv: RFC 4180 with a line of names. In CSV each column is a field, with dots for fields inside fields; address columns by name, because fields are added. An empty cell is unknown. A text that a spreadsheet would run begins with an apostrophe',
  ),
  'jsonl',
)

const STREAMED = 'The answer is streamed from one snapshot: a body that ends early is not whole.'

export const exportProjects = defineExport({
  name: 'exportProjects',
  operationId: 'exportProjects',
  path: '/api/export/projects',
  input: { path: {}, query: { format, claims: claims() } },
  lines: ProjectCard,
  output: Type.String({ $id: 'ProjectExport', title: 'ProjectExport', description: 'A ProjectCard a line' }),
  tag: 'Exports',
  summary: 'Export every project card',
  description: `Every published project as its card, by slug. CSV has no claim notes. ${STREAMED}`,
  examples: exportProjectsExamples,
})

export const exportShips = defineExport({
  name: 'exportShips',
  operationId: 'exportShips',
  path: '/api/export/ships',
  input: { path: {}, query: { project: optional(slug()), format } },
  lines: Ship,
  output: Type.String({ $id: 'ShipExport', title: 'ShipExport', description: 'A Ship a line' }),
  tag: 'Exports',
  summary: 'Export every ship',
  description: `Every ship of a published project, newest first, as in the list of ships. With a project, only its ships. ${STREAMED}`,
  examples: exportShipsExamples,
})

export const exportBuilders = defineExport({
  name: 'exportBuilders',
  operationId: 'exportBuilders',
  path: '/api/export/builders',
  input: { path: {}, query: { filter: builders.input.query.filter, format, claims: claims() } },
  lines: RadarLine,
  output: Type.String({ $id: 'BuilderExport', title: 'BuilderExport', description: 'A RadarLine a line' }),
  tag: 'Exports',
  summary: 'Export every ranked project',
  description: `The projects of a list of the Radar, best rank first, each with the time and the rule of its rank. Without a line the list is empty or unknown: \`/api/builders\` says which. CSV has no claim notes. ${STREAMED}`,
  examples: exportBuildersExamples,
})

export const exportHistory = defineBoundedExport({
  name: 'exportHistory',
  operationId: 'exportProjectHistory',
  path: '/api/export/projects/{slug}/history',
  input: { path: history.input.path, query: { ...history.input.query, format } },
  lines: HistoryLine,
  output: Type.String({
    $id: 'HistoryExport',
    title: 'HistoryExport',
    description: 'A HistoryLine a line',
  }),
  tag: 'Exports',
  summary: 'Export what was recorded of a project, day by day',
  description: `Every recorded day of the history, a line each, with its reason where the value was unknown. A series without a recorded day is a line without day.`,
  examples: exportHistoryExamples,
})

export const exportProviders = defineBoundedExport({
  name: 'exportProviders',
  operationId: 'exportProviders',
  path: '/api/export/providers',
  input: { path: {}, query: { format } },
  lines: ProviderLine,
  output: Type.String({
    $id: 'ProviderExport',
    title: 'ProviderExport',
    description: 'A ProviderLine a line',
  }),
  tag: 'Exports',
  summary: 'Export the status of every provider',
  description: `The providers of the status of the service, a line each. The age of a reading is \`now\` less \`lastReadAt\`.`,
  examples: exportProvidersExamples,
})

export const exportOutages = defineBoundedExport({
  name: 'exportOutages',
  operationId: 'exportOutages',
  path: '/api/export/outages',
  input: { path: {}, query: { format } },
  lines: OutageDayLine,
  output: Type.String({
    $id: 'OutageExport',
    title: 'OutageExport',
    description: 'An OutageDayLine a line',
  }),
  tag: 'Exports',
  summary: 'Export the outages of every provider by day',
  description:
    'The calendar of outages of the status of the service: a line a provider and UTC day, oldest day first. `not_judged` and `not_recorded` are unknown. `/api/status` says when the newest outages began and ended.',
  examples: exportOutagesExamples,
})
