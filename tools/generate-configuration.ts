import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTINGS } from '#app/settings.ts'
import { schemasOfChartSettings } from './chart-settings.ts'
import { writeGenerated } from './generated-file.ts'
import { code, tableOf } from './markdown-table.ts'

/**
 * Writes docs/configuration.md and the settings in the schema of the Helm chart. With --check it fails if a file
 * differs, or if a setting has no words.
 */
const CHART_SCHEMA = 'deploy/helm/evidence-research/values.schema.json'
const ROOT = join(import.meta.dirname, '..')
const HEAD = `# Configuration

Every setting is an environment variable. The service reads and checks all of them once, before it starts. An empty one
counts as not set. \`npm run configuration\` writes this page from \`src/app/settings.ts\`.
`

const settings = Object.entries(SETTINGS)
const rows = settings.map(([name, setting]) => [
  code(name),
  wordsOf(setting.form),
  'fallback' in setting ? code(setting.fallback) : setting.without,
  setting.does,
])
const page = `${HEAD}\n${tableOf(['Variable', 'Form', 'Default', 'Does'], rows)}\n`
const wordless = rows.filter((row) => row.some((words) => words.trim() === ''))

const files = [
  { path: 'docs/configuration.md', text: page },
  { path: CHART_SCHEMA, text: withSettings(await readFile(join(ROOT, CHART_SCHEMA), 'utf8')) },
]

for (const [name] of wordless)
  console.error(`${name} lacks words: give its form, its default and what it does`)
if (wordless.length > 0) {
  process.exitCode = 1
} else {
  for (const file of files) await writeGenerated({ ...file, from: 'the settings', script: 'configuration' })
}

/** The schema of the chart's values with the present settings. */
function withSettings(schema: string): string {
  const values = JSON.parse(schema)
  values.properties.settings.properties = schemasOfChartSettings()
  return `${JSON.stringify(values, undefined, 2)}\n`
}

function wordsOf({ description = '' }: { readonly description?: string }): string {
  return description.replaceAll('|', '\\|')
}
