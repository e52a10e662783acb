import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { openService } from '#app/service.ts'
import { measureRecords } from '#app/telemetry/records.ts'
import { measureRequests } from '#app/telemetry/requests.ts'
import { measureProcess } from '#app/telemetry/telemetry.ts'
import { measureWebhooks } from '#app/telemetry/webhooks.ts'
import { openGate, watchLateness } from '#surfaces/http/overload.ts'
import { openResponseCache } from '#surfaces/http/response-cache.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { ALERTS, EXPRESSIONS, RECORDED } from './rules.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The fields that a metric has in the library at run time, and that its types do not name. */
type Served = { readonly name: string; readonly type: string; readonly labelNames: readonly string[] }
/** Labels that Prometheus adds. */
const OF_PROMETHEUS = ['job', 'instance']

/** The metrics that an expression names, with the labels that it selects by. */
function namedIn(expr: string): readonly { readonly name: string; readonly labels: readonly string[] }[] {
  return [
    ...expr.matchAll(/\b(?<name>(?:svc|process|nodejs)[_:][\w:]+|up\b)(?:\{(?<matchers>[^}]*)\})?/g),
  ].map(({ groups: { name = '', matchers = '' } = {} }) => ({
    name,
    labels: [...matchers.matchAll(/(?<label>\w+)(?:=|!=|=~|!~)"/g)].flatMap(
      ({ groups }) => groups?.['label'] ?? [],
    ),
  }))
}

/** Every metric that a process serves, with its labels; the series of a histogram under their own names. */
async function servedMetrics(): Promise<ReadonlyMap<string, readonly string[]>> {
  await using opened = await openTestDatabase()
  const config = readConfig({ BASE_URL: '', LOG_LEVEL: 'silent' })
  await using service = await openService({
    config,
    databaseUrl: opened.url,
    sandboxControlUrl: undefined,
    maxConnections: 1,
  })
  const { registry } = service.telemetry
  const registers = [registry]
  const isReachable = () => true
  await using lateness = watchLateness()
  const gate = openGate(
    { computing: 1, ofCaller: 1, lateMs: 1, late: { computing: 1, ofCaller: 1 }, waitMs: 1 },
    { lateness },
  )
  const cache = openResponseCache({ freshMs: 1, unannouncedMs: 1, bytes: 1 }, { timer: () => 0 })
  measureRequests({ cache, gate, database: service.database, isReachable, inFlight: () => 0 }, registers)
  measureProcess(registry)
  measureRecords(service, { registers, isReachable })
  measureWebhooks(service, { registers, isReachable })
  const metrics = registry.getMetricsAsArray() as unknown as readonly Served[]
  return new Map(
    metrics.flatMap(({ name, type, labelNames }) =>
      type === 'histogram'
        ? ['bucket', 'sum', 'count'].map((part) => [`${name}_${part}`, [...labelNames, 'le']] as const)
        : [[name, labelNames] as const],
    ),
  )
}

test('every metric and label that a rule or panel names exists', async () => {
  const served = await servedMetrics()
  const recorded = new Set(RECORDED.map(({ record }) => record))
  const unknown = EXPRESSIONS.flatMap(([of, expr]) =>
    namedIn(expr).flatMap(({ name, labels }) => {
      if (name === 'up' || recorded.has(name)) return []
      const known = served.get(name)
      if (known === undefined) return [`${of}: ${name}`]
      return labels
        .filter((label) => ![...known, ...OF_PROMETHEUS].includes(label))
        .map((label) => `${of}: ${name}{${label}}`)
    }),
  )
  expect(unknown).toEqual([])
})

test('every expression names a metric', () => {
  expect(EXPRESSIONS.length).toBeGreaterThan(60)
  expect(EXPRESSIONS.filter(([, expr]) => namedIn(expr).length === 0)).toEqual([])
})

test.each(ALERTS.map((alert) => [alert.alert, alert] as const))(
  '%s says what it means, has a runbook, is in the table of the manual, and is proved',
  (name, { labels, annotations }) => {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
    expect(annotations.description).not.toBe('')
    expect(annotations.runbook_url).toBe(`docs/runbooks/${name}.md`)
    expect(read(annotations.runbook_url)).toMatch(new RegExp(`^# ${name}\n`))
    expect(read('docs/operating/monitoring.md')).toMatch(
      new RegExp(`^\\| \\[${name}\\]\\(\\.\\./runbooks/${name}\\.md\\) +\\| ${labels.severity} +\\|`, 'm'),
    )
    expect(read('test/alerts/alerts.alerts.test.ts')).toContain(`seeFiring(['${name}'`)
  },
)
