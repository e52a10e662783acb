import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '#app/settings.ts'
import { EXPRESSIONS } from '../alerts/rules.ts'
import {
  chartTexts,
  composeServices,
  exampleNames,
  readText,
  unitLines,
  unitNames,
} from './deployed-files.ts'

const ROLES = ['up', 'serve', 'work', 'migrate']
const CHART = 'deploy/helm/evidence-research'
const isSetting = (name: string) => Object.hasOwn(SETTINGS, name)
const own = () => Object.entries(composeServices()).filter(([, { build }]) => build !== undefined)

test('compose.yaml gives the service only settings that it reads', () => {
  expect(own().map(([name]) => name)).toEqual(['migrate', 'serve', 'work'])
  for (const [name, { environment = {} }] of own())
    expect([name, Object.keys(environment).filter((key) => !isSetting(key))]).toEqual([name, []])
})

/** Settings that the image sets, that need a mounted file, or that only a sandbox needs. */
const NOT_IN_COMPOSE = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'CATALOGUE_DIR',
  'NODE_ENV',
  'SERVICE_TOKEN_FILE',
  'HTTP_CONNECT_TO',
]

test('compose.yaml passes every other setting of .env on', () => {
  const { work } = composeServices()
  const passed = Object.keys(work?.environment ?? {})
  expect([...passed, ...NOT_IN_COMPOSE].sort()).toEqual(Object.keys(SETTINGS).sort())
})

test('each service of compose.yaml has a read-only root, no capability by default and no way to new privileges', () => {
  for (const [name, service] of Object.entries(composeServices())) {
    expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
      name,
      true,
      ['ALL'],
      ['no-new-privileges:true'],
    ])
  }
})

test('the example of .env names each variable that compose.yaml requires, and no other that it does not use', () => {
  const used = [...readText('compose.yaml').matchAll(/\$\{([A-Z_]+)(:\?)?/g)]
  const required = used.filter(([, , mark]) => mark !== undefined).map(([, name]) => name)
  const named = [...readText('deploy/compose/example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(named).toEqual(expect.arrayContaining(required))
  expect(named.filter((name) => !used.some(([, other]) => other === name))).toEqual([])
})

test('the files that compose.yaml mounts from deploy are those of the repository', () => {
  const mounted = Object.values(composeServices()).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0]).filter((path) => path?.startsWith('./deploy/') === true),
  )
  expect(mounted).toEqual([
    './deploy/compose/Caddyfile',
    './deploy/prometheus',
    './deploy/grafana/provisioning',
    './deploy/grafana/dashboards',
  ])
})

test('the image sets only settings that the service reads', () => {
  const set = [...readText('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '))
  const names = set.map((pair) => pair.split('=')[0] ?? '')
  expect(names).toEqual(['NODE_ENV', 'HOST', 'DATA_DIR', 'CATALOGUE_DIR'])
  expect(names.filter((name) => !isSetting(name))).toEqual([])
})

test('each unit starts a role, sets only settings, and is as closed as the others', () => {
  const closed = unitNames().map((name) => {
    const lines = unitLines(name)
      .filter(({ section }) => section === '[Service]')
      .map(({ line }) => line)
    const starts = lines.filter((line) => line.startsWith('ExecStart='))
    expect([name, starts.map((line) => line.split(' ').at(-1))]).toEqual([
      name,
      [expect.toSatisfy((role) => ROLES.includes(role) && name === `evidence-research-${role}.service`)],
    ])
    const set = lines
      .filter((line) => line.startsWith('Environment='))
      .map((line) => line.split('=')[1] ?? '')
    expect([name, set.filter((key) => !isSetting(key))]).toEqual([name, []])
    return lines.slice(lines.findIndex((line) => line.startsWith('User=')))
  })
  expect(closed).toHaveLength(3)
  expect(closed[0]).toContain('NoNewPrivileges=yes')
  for (const lines of closed) expect(lines).toEqual(closed[0])
})

const UP_UNIT = /```ini\n(?<unit>.*?)```/s.exec(readText('docs/operating/deployment.md'))?.groups?.['unit']

test.each([
  ['serve', readText('deploy/systemd/evidence-research-serve.service')],
  ['work', readText('deploy/systemd/evidence-research-work.service')],
  ['up', UP_UNIT],
])('systemd tells the process of %s alone to stop, not PostgreSQL or a worker that it runs', (role, unit) => {
  expect(unit).toContain(`src/main.ts ${role}\n`)
  expect(unit).toMatch(/^KillMode=mixed$/m)
})

test('each unit starts again until its database answers, whatever becomes of another unit', () => {
  for (const name of unitNames()) {
    const lines = unitLines(name).map(({ line }) => line)
    expect([name, lines]).toEqual([
      name,
      expect.arrayContaining([expect.stringMatching(/^Restart=(?:always|on-failure)$/), 'RestartSec=5']),
    ])
    expect([name, lines.filter((line) => /^(?:Requires|BindsTo|Requisite)=/.test(line))]).toEqual([name, []])
  }
})

test('the chart is of the version of the service', () => {
  const { version } = JSON.parse(readText('package.json'))
  expect(parse(readText(CHART, 'Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

test('the chart names only settings, in its objects, its values and its examples', () => {
  const texts = chartTexts().map((path) => readText(CHART, path))
  const names = texts.flatMap((text) => text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [])
  expect(names).toEqual(
    expect.arrayContaining(['MONITORING_PORT', 'METRICS_TOKEN', 'BASE_URL', 'DATABASE_URL']),
  )
  expect(names.filter((name) => !isSetting(name))).toEqual([])
})

test('the chart names the jobs as prometheus.yml does, and every rule and panel that selects jobs selects them', () => {
  const monitor = readText(CHART, 'templates/service-monitor.yaml')
  const jobs = [...monitor.matchAll(/targetLabel: job, replacement: (\S+)/g)].map(([, job = '']) => job)
  const { scrape_configs } = parse(readText('deploy/prometheus/prometheus.yml'))
  expect(jobs).toEqual(scrape_configs.map(({ job_name }: { readonly job_name: string }) => job_name))
  expect(monitor).not.toContain('jobLabel')
  const selectors = EXPRESSIONS.flatMap(([of, expr]) =>
    [...expr.matchAll(/\bjob=~"([^"]+)"/g)].map(([, pattern]) => [of, `^(?:${pattern})$`] as const),
  )
  expect(selectors.map(([of]) => of)).toEqual(expect.arrayContaining(['TargetDown', 'StatusUnreadable']))
  for (const [of, pattern] of selectors)
    expect([of, jobs.filter((job) => !new RegExp(pattern).test(job))]).toEqual([of, []])
})

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema is walked
type Schema = Record<string, any>
const schema: Schema = JSON.parse(readText(CHART, 'values.schema.json'))

test('the schema of the chart describes every value and closes every object', () => {
  const found: string[] = []
  walk('', schema, (path, node) => {
    if (path !== '' && node['description'] === undefined) found.push(`${path}: no description`)
    if (node['properties'] !== undefined && node['additionalProperties'] !== false)
      found.push(`${path}: open`)
  })
  expect(found).toEqual([])
})

test('the schema takes each setting that is no secret, and refuses secrets', () => {
  const taken = Object.keys(schema['properties'].settings.properties)
  expect(taken).toEqual(expect.arrayContaining(['BASE_URL', 'TRUSTED_PROXIES', 'LOG_LEVEL']))
  const secrets = Object.entries(SETTINGS).filter(([, setting]) => 'isSecret' in setting)
  expect(secrets.length).toBeGreaterThan(5)
  expect(secrets.map(([name]) => name).filter((name) => taken.includes(name))).toEqual([])
})

test('the default values with each example are valid, and alone they lack what must be set', () => {
  const defaults = parse(readText(CHART, 'values.yaml'))
  const isValid = new Ajv({ allErrors: true, strict: false }).compile(schema)
  const examples = exampleNames()
  expect(examples).toEqual(['full-values.yaml', 'minimal-values.yaml'])
  for (const name of examples) {
    const values = merged(defaults, parse(readText(CHART, 'ci', name)))
    expect([name, isValid(values), isValid.errors]).toEqual([name, true, null])
  }
  isValid(defaults)
  expect(isValid.errors?.map(({ params }) => params['missingProperty'])).toEqual([
    'existingSecret',
    'BASE_URL',
    'CONTACT_URL',
  ])
})

function walk(path: string, node: Schema, look: (path: string, node: Schema) => void): void {
  look(path, node)
  for (const [name, child] of Object.entries<Schema>(node['properties'] ?? {}))
    walk(`${path}/${name}`, child, look)
}

/** Values as Helm merges them: maps by key, everything else as a whole. */
function merged(under: Schema, over: Schema): Schema {
  const isMap = (value: unknown): value is Schema =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
  const entries = Object.entries(over).map(([name, value]) => {
    const below: unknown = under[name]
    return [name, isMap(value) && isMap(below) ? merged(below, value) : value]
  })
  return { ...under, ...Object.fromEntries(entries) }
}
