import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { DASHBOARDS } from '../../deploy/grafana/dashboards.ts'

const RULES = join(import.meta.dirname, '../../deploy/prometheus/rules.yml')

/** A rule that records a series. */
export type Recorded = { readonly record: string; readonly expr: string }
/** A rule that fires. */
type Alert = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>
}

const { groups } = parse(readFileSync(RULES, 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly (Recorded | Alert)[] }[]
}
const rules = groups.flatMap((group) => group.rules)
/** The recording rules of deploy/prometheus/rules.yml, and below them its alerts. */
export const RECORDED: readonly Recorded[] = rules.filter((rule) => 'record' in rule)
export const ALERTS: readonly Alert[] = rules.filter((rule) => 'alert' in rule)
/** The expressions of rules and panels, each with the name of its rule or panel. */
export const EXPRESSIONS: readonly (readonly [of: string, expr: string])[] = [
  ...RECORDED.map(({ record, expr }) => [record, expr] as const),
  ...ALERTS.map(({ alert, expr }) => [alert, expr] as const),
  ...DASHBOARDS.flatMap(({ name, panels }) =>
    panels.flatMap(({ title, lines }) => lines.map(({ expr }) => [`${name}: ${title}`, expr] as const)),
  ),
]
