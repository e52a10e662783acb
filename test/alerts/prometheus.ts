import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { findFreePort } from '#app/instance/address.ts'
import { scaledRules } from '../../tools/scale-rules.ts'
import { waitUntil } from './wait-until.ts'

const RULES = join(import.meta.dirname, '../../deploy/prometheus/rules.yml')
const STARTED_WITHIN_MS = 30_000

type Labels = Readonly<Record<string, string>>
export type Target = { readonly job: string; readonly port: number }
/** A running Prometheus with the committed rules, on the loopback address. */
export type Prometheus = AsyncDisposable & {
  /** The labels of each firing alert of a name. */
  readonly firing: (alert: string) => Promise<readonly Labels[]>
  /** The value of each series that an expression selects. */
  readonly query: (
    expression: string,
  ) => Promise<readonly { readonly labels: Labels; readonly value: number }[]>
}

/**
 * Starts Prometheus (Debian package `prometheus`) in a folder. It reads the targets and evaluates the rules every
 * second, with their times divided by the factor.
 * @throws Error when the program is missing, or refuses the rules
 */
export async function startPrometheus(
  { folder, factor }: { readonly folder: string; readonly factor: number },
  targets: readonly Target[],
): Promise<Prometheus> {
  await writeFile(join(folder, 'rules.yml'), scaledRules(await readFile(RULES, 'utf8'), factor))
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: targets.map(({ job, port }) => ({
      job_name: job,
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    })),
  }
  const configFile = join(folder, 'prometheus.yml')
  await writeFile(configFile, stringify(config))
  const port = await findFreePort()
  const child = spawn(
    'prometheus',
    [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(() => {
      throw new Error('The program prometheus is missing: install the Debian package prometheus')
    }),
  ])
  const api = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  await waitUntil({ name: 'Prometheus is ready', withinMs: STARTED_WITHIN_MS }, () => {
    if (child.exitCode !== null)
      throw new Error('Prometheus ended: it refuses its configuration or its rules')
    return fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    async firing(alert) {
      const { data } = (await api('/api/v1/alerts')) as {
        data: { alerts: { state: string; labels: Labels }[] }
      }
      const named = data.alerts.filter(({ labels }) => labels['alertname'] === alert)
      return named.flatMap(({ state, labels }) => (state === 'firing' ? [labels] : []))
    },
    async query(expression) {
      const path = `/api/v1/query?query=${encodeURIComponent(expression)}`
      const { data } = (await api(path)) as {
        data: { result: { metric: Labels; value: [number, string] }[] }
      }
      return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }))
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
