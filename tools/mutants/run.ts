import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { removeInterruptedRuns } from '../../test/run/run-folder.ts'
import { FOLDERS, type Folder } from './folders.ts'
import { readScore, type Score } from './score.ts'

/** Changes the code in small ways, in a copy, and prints which changes no test notices. */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: FOLDERS.map(({ name }) => name) },
    file: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    share: { type: 'string' },
    all: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
})

const root = resolve(import.meta.dirname, '../..')
const temp = await realpath(await mkdtemp(join(tmpdir(), 'svc-mutants-')))
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

try {
  const copy = await copyCheckout()
  for (const folder of FOLDERS.filter(({ name }) => values.folder.includes(name))) {
    if (stopped.signal.aborted || filesOf(folder).length === 0) continue
    const report = await mutate(folder, copy)
    if (report !== undefined) print(folder, await readScore(report))
  }
} finally {
  // A tester that was stopped leaves the PostgreSQL of its tests.
  process.env['TMPDIR'] = temp
  await removeInterruptedRuns()
  await rm(temp, { recursive: true, force: true, maxRetries: 10 })
}

/** Copies the files that git knows or could add. The changed code runs in the copy, never in the checkout. */
async function copyCheckout(): Promise<string> {
  const copy = join(temp, 'copy')
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    cpSync(join(root, path), join(copy, path))
  }
  await symlink(await realpath(join(root, 'node_modules')), join(copy, 'node_modules'))
  return copy
}

function filesOf({ name }: Folder): readonly string[] {
  if (values.file === undefined) return [`src/${name}/**/*.ts`, '!src/**/*.test.ts', '!src/**/*.test-d.ts']
  return values.file.filter((path) => path.startsWith(`src/${name}/`))
}

/** Runs the mutation tester on one folder. @returns the path of its report, if it ran to its end */
async function mutate(folder: Folder, copy: string): Promise<string | undefined> {
  const modules = join(root, 'tools/mutants/node_modules/@stryker-mutator')
  const report = join(temp, `${folder.name}.json`)
  const configuration = join(temp, `${folder.name}.conf.json`)
  await writeFile(
    configuration,
    JSON.stringify({
      plugins: [join(root, 'tools/mutants/runner.ts'), join(root, 'tools/mutants/sample.ts')],
      testRunner: 'vitest-files',
      vitest: { configFile: join(copy, 'tools/mutants/vitest.config.ts'), dir: copy, related: true },
      checkers: ['sample'],
      sample: { seed: values.seed, share: shareOf(folder), root: copy },
      mutate: filesOf(folder),
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      concurrency: Number(values.workers),
      inPlace: true,
      tempDirName: join(temp, 'backup'),
      timeoutMS: 60_000,
      dryRunTimeoutMinutes: 30,
      // The coverage of each test stays in memory: about 5 GB for the tests of rules and views.
      testRunnerNodeArgs: ['--max-old-space-size=8192'],
      // A table is made when its module loads: its mutants run every test.
      ignoreStatic: false,
      warnings: { slow: false, unknownOptions: false },
    }),
  )
  const ownTemp = join(temp, 'tmp')
  await mkdir(ownTemp, { recursive: true })
  const tester = spawn(process.execPath, [join(modules, 'core/bin/stryker.js'), 'run', configuration], {
    cwd: copy,
    env: { ...process.env, MUTANTS_TESTS: JSON.stringify(values.tests ?? folder.tests), TMPDIR: ownTemp },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own: the tester leaves its runners when it is interrupted.
    detached: true,
  })
  const { pid } = tester
  if (pid !== undefined) stopped.signal.addEventListener('abort', () => process.kill(-pid, 'SIGKILL'))
  const [code] = await once(tester, 'exit')
  return code === 0 ? report : undefined
}

function shareOf(folder: Folder): number {
  if (values.all || values.file !== undefined) return 1
  return values.share === undefined ? folder.share : Number(values.share) / 100
}

function print({ name }: Folder, score: Score): void {
  const { counted, noticed, equivalent, survived, timedOut, misplaced } = score
  for (const { file, change } of misplaced)
    console.log(`equivalent.ts: expected exactly one place in ${file} for ${change}`)
  for (const line of timedOut) console.log(`timed out ${line}`)
  for (const line of survived) console.log(`survived ${line}`)
  const percent = counted === 0 ? 'none' : `${((100 * noticed) / counted).toFixed(1)} %`
  const others = `${survived.length} survived, ${equivalent} equivalent`
  console.log(
    `src/${name}, seed ${values.seed}: ${counted} mutants, ${noticed} noticed, ${others}: ${percent}`,
  )
}
