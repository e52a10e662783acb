import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const CHECKOUT = join(import.meta.dirname, '../..')
export const CHART = join(CHECKOUT, 'deploy/helm/evidence-research')
export const UNITS = join(CHECKOUT, 'deploy/systemd')

/** The settings of a service of compose.yaml that tests check. */
type ComposeService = {
  readonly build?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly volumes?: readonly string[]
}

export function readText(...path: readonly string[]): string {
  return readFileSync(join(CHECKOUT, ...path), 'utf8')
}

export function composeServices(): Readonly<Record<string, ComposeService>> {
  return parse(readText('compose.yaml'), { merge: true }).services
}

/** The file names of the chart's example values. */
export function exampleNames(): readonly string[] {
  return readdirSync(join(CHART, 'ci'))
}

/** The paths of the chart's files in which settings are named, without the schema of its values. */
export function chartTexts(): readonly string[] {
  const files = readdirSync(CHART, { recursive: true, encoding: 'utf8' })
  return files.filter((path) => /\.(yaml|tpl|txt)$/.test(path))
}

/** The lines of a unit by section and name; a name can occur several times. */
export function unitLines(name: string): readonly { readonly section: string; readonly line: string }[] {
  let section = ''
  return readText('deploy/systemd', name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      if (!line.startsWith('[')) return [{ section, line }]
      section = line
      return []
    })
}

export function unitNames(): readonly string[] {
  return readdirSync(UNITS).filter((name) => name.endsWith('.service'))
}
