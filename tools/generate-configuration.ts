import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTINGS } from '#app/settings.ts'
import { code, tableOf } from './markdown-table.ts'

/** Writes docs/configuration.md from the settings. With --check it fails if the file differs, or a setting has no words. */
const TARGET = join(import.meta.dirname, '../docs/configuration.md')
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

for (const [name] of wordless)
  console.error(`${name} lacks words: give its form, its default and what it does`)
if (wordless.length > 0) {
  process.exitCode = 1
} else if (!process.argv.includes('--check')) {
  await writeFile(TARGET, page)
} else if ((await readFile(TARGET, 'utf8')) !== page) {
  console.error('docs/configuration.md differs from the settings: run npm run configuration')
  process.exitCode = 1
}

function wordsOf({ description = '' }: { readonly description?: string }): string {
  return description.replaceAll('|', '\\|')
}
