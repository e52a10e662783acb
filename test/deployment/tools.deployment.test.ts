import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { runCommand } from '#test/service/run-command.ts'
import { CHART, CHECKOUT, exampleNames, readText, UNITS, unitNames } from './deployed-files.ts'

/** Programs and packages that Go and pip install, kept from run to run. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'evidence-research-deployment')
const GO_TOOLS = {
  helm: 'helm.sh/helm/v4/cmd/helm@v4.3.1',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  // The library with which Docker Compose reads its files.
  cmd: 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2',
}
const KUBERNETES_SCHEMAS = 'kubernetes-validate==1.37.0'
/** The oldest Kubernetes of Chart.yaml and the newest with schemas. */
const KUBERNETES = ['1.30.0', '1.37.0']
const KINDS = [
  'deployment-apps-v1',
  'horizontalpodautoscaler-autoscaling-v2',
  'ingress-networking-v1',
  'pod-v1',
  'job-batch-v1',
  'networkpolicy-networking-v1',
  'poddisruptionbudget-policy-v1',
  'service-v1',
]
const INSTALL_MS = 900_000

const folder = await mkdtemp(join(tmpdir(), 'deployment-'))
const tool = (name: keyof typeof GO_TOOLS) => join(CACHE, name)

/** Leaves out a test, and says why, where the machine lacks a program. */
async function need(context: TestContext, ...programs: readonly string[]): Promise<void> {
  for (const program of programs) {
    const isThere = await runCommand('which', program).then(
      () => true,
      () => false,
    )
    context.skip(!isThere, `not installed here: ${program}`)
  }
}

/** Installs a program of Go, unless an earlier run did. */
async function installTool(name: keyof typeof GO_TOOLS): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  if (!(await readdir(CACHE)).includes(name))
    await runCommand('env', `GOBIN=${CACHE}`, 'go', 'install', GO_TOOLS[name])
}

/**
 * Makes a schema file of each kind that the chart uses. The schemas of the package refer to definitions by address,
 * which kubeconform would look up on the network. So each file gets the definitions.
 */
async function makeSchemas(): Promise<string> {
  const wheels = join(CACHE, 'schemas')
  await mkdir(wheels, { recursive: true })
  if (!(await readdir(wheels)).includes('kubernetes_validate')) {
    const install = ['install', '--quiet', '--no-deps', '--target', wheels, KUBERNETES_SCHEMAS]
    await runCommand('python3', '-m', 'pip', ...install)
  }
  for (const version of KUBERNETES) {
    const from = join(wheels, 'kubernetes_validate/kubernetes-json-schema', `v${version}-local-strict`)
    const to = join(folder, `v${version}`)
    await mkdir(to, { recursive: true })
    const { $defs } = JSON.parse(await readFile(join(from, '_definitions.json'), 'utf8'))
    for (const kind of KINDS) {
      const { $id: _, ...schema } = JSON.parse(await readFile(join(from, `${kind}.json`), 'utf8'))
      const text = JSON.stringify({ ...schema, $defs }).replaceAll('"/api/_definitions.json#', '"#')
      await writeFile(join(to, `${kind}.json`), text)
    }
  }
  return join(folder, '{{.NormalizedKubernetesVersion}}', '{{.ResourceKind}}{{.KindSuffix}}.json')
}

const refused = (failure: Promise<string>) =>
  failure.then(
    (text) => `accepted: ${text}`,
    (error: Error) => error.message,
  )

describe('the Helm chart', () => {
  const values = (name: string) => ['--values', join(CHART, 'ci', name)]
  const template = (...args: readonly string[]) => runCommand(tool('helm'), 'template', 'own', CHART, ...args)

  beforeAll(async () => {
    if ((await refused(runCommand('which', 'go', 'python3'))).startsWith('accepted'))
      for (const name of ['helm', 'kubeconform'] as const) await installTool(name)
  }, INSTALL_MS)

  test('has no finding of helm lint, and makes objects that Kubernetes accepts, with each example', async (context) => {
    await need(context, 'go', 'python3')
    const schemas = await makeSchemas()
    // ServiceMonitor is of the Prometheus operator, whose schemas no registry serves.
    const conform = (version: string, objects: string) =>
      runCommand(
        tool('kubeconform'),
        '-strict',
        '-summary',
        '-skip',
        'ServiceMonitor',
        '-kubernetes-version',
        version,
        '-schema-location',
        schemas,
        objects,
      )
    for (const name of exampleNames()) {
      await runCommand(tool('helm'), 'lint', '--strict', CHART, ...values(name))
      const objects = join(folder, `${name}.objects.yaml`)
      await writeFile(objects, await template(...values(name)))
      for (const version of KUBERNETES) {
        const said = await conform(version, objects)
        expect([name, version, said]).toEqual([
          name,
          version,
          expect.stringMatching(/Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: [01]$/),
        ])
      }
      const misspelt = join(folder, `${name}.misspelt.yaml`)
      await writeFile(misspelt, (await readFile(objects, 'utf8')).replace('containerPort', 'containerPrt'))
      expect(await refused(conform('1.37.0', misspelt))).toContain('containerPrt')
    }
  })

  test.for([
    ['serve.replicas=two', "at '/serve/replicas': got string, want integer"],
    ['serve.replica=3', "at '/serve': additional properties 'replica' not allowed"],
    [
      'settings.BASE_URL=research.example',
      "at '/settings/BASE_URL': 'research.example' does not match pattern",
    ],
    ['settings.GITHUB_TOKEN=abc', "at '/settings': additional properties 'GITHUB_TOKEN' not allowed"],
    ['settings.LOG_LEVEL=verbose', "at '/settings/LOG_LEVEL': value must be one of 'debug', 'info'"],
    ['settings.TRUSTED_PROXIES=1', "at '/settings/TRUSTED_PROXIES': got number, want string"],
    ['existingSecret=null', "at '/existingSecret': got null, want string"],
    ['ingress.enabled=true', "at '/ingress': missing property 'host'"],
  ])('refuses %s, and says what is wrong', async ([value = '', words = ''], context) => {
    await need(context, 'go', 'python3')
    expect(await refused(template(...values('minimal-values.yaml'), '--set', value))).toContain(words)
  })
})

describe('compose.yaml', () => {
  /** Replaces variables from the environment, as Compose does. The library of Compose alone does not. */
  const replaced = (text: string) =>
    text.replaceAll(
      /\$\{[A-Z_]+(?::-([^}]*)|:\?[^}]*)?\}/g,
      (_, value: string | undefined) => value ?? 'given',
    )

  test(
    'is read by the library of Docker Compose, which refuses a misspelt word',
    async (context) => {
      await need(context, 'go')
      await installTool('cmd')
      const text = replaced(readText('compose.yaml'))
      expect(text).not.toContain('${')
      await cp(join(CHECKOUT, 'deploy'), join(folder, 'deploy'), { recursive: true })
      const read = async (words: string) => {
        await writeFile(join(folder, 'compose.yaml'), words)
        return await runCommand(tool('cmd'), join(folder, 'compose.yaml'))
      }
      expect(await read(text)).toContain('condition: service_completed_successfully')
      expect(await refused(read(text.replace('read_only', 'readonly')))).toContain('readonly')
    },
    INSTALL_MS,
  )

  test('has a proxy whose settings Caddy accepts', async (context) => {
    await need(context, 'caddy')
    const file = join(CHECKOUT, 'deploy/compose/Caddyfile')
    const validate = ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file]
    await runCommand('env', 'SITE_ADDRESS=research.example', ...validate)
  })
})

test('[R14] systemd accepts each unit, and counts it as closed', async (context) => {
  await need(context, 'systemd-analyze')
  for (const name of unitNames()) {
    const text = await readFile(join(UNITS, name), 'utf8')
    await writeFile(join(folder, name), text.replaceAll('/opt/evidence-research', CHECKOUT))
  }
  for (const name of unitNames()) {
    const unit = join(folder, name)
    await runCommand('systemd-analyze', 'verify', unit)
    await runCommand('systemd-analyze', 'security', '--offline=true', '--threshold=15', unit)
  }
  const misspelt = join(folder, 'misspelt.service')
  await copyFile(join(folder, 'evidence-research-serve.service'), misspelt)
  await writeFile(
    misspelt,
    (await readFile(misspelt, 'utf8')).replace('PrivateUsers=yes\n', 'PrivateTmp=no\n'),
  )
  const security = runCommand('systemd-analyze', 'security', '--offline=true', '--threshold=15', misspelt)
  expect(await refused(security)).toContain('failed')
})
