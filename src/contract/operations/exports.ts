import { type Static, Type } from 'typebox'
import { namedList } from '../enums.ts'
import { defineBoundedExport, defineExport } from '../operation.ts'
import { choice, claims } from '../parameters/list-parameters.ts'
import { defaulted, optional, slug } from '../parameters/parameter.ts'
import { HistoryLine } from '../shapes/history.ts'
import { ProjectCard } from '../shapes/project-card.ts'
import { Ship } from '../shapes/ship.ts'
import { ProviderLine } from '../shapes/status.ts'
import exportHistoryExamples from './examples/export-history.json' with { type: 'json' }
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
  tag: 'All projects',
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
  tag: 'All projects',
  summary: 'Export every ship',
  description: `Every ship of a published project, newest first, as in the list of ships. With a project, only its ships. ${STREAMED}`,
  examples: exportShipsExamples,
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
  tag: 'Project records',
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
  tag: 'All projects',
  summary: 'Export the status of every provider',
  description: `The providers of the status of the service, a line each. The age of a reading is \`now\` less \`lastReadAt\`.`,
  examples: exportProvidersExamples,
})
