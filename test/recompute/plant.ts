import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Fault = { readonly name: string; readonly file: string; readonly from: string; readonly to: string }

/** Faults of the service that a careless colleague could make. The state `fresh` shows each. */
const FAULTS: readonly Fault[] = [
  {
    ...{ name: 'meaningful ships of 33 days', file: 'src/domain/ships/count-window.ts' },
    ...{ from: '= 30 * DAY_MS', to: '= 33 * DAY_MS' },
  },
  {
    ...{ name: 'SHIPPING for twenty days', file: 'src/domain/ships/activity.ts' },
    ...{ from: 'shippingMs: 7 * DAY_MS', to: 'shippingMs: 20 * DAY_MS' },
  },
  {
    ...{ name: 'bots are people', file: 'src/domain/ships/commit-streams.ts' },
    ...{ from: '&& !isBot(commit)', to: '' },
  },
  {
    ...{ name: 'a code week counts without substance', file: 'src/domain/ships/ships.ts' },
    ...{ from: "=== 'none' ? 'no_substantive_change' : null", to: "=== 'none' ? null : null" },
  },
  {
    ...{ name: 'momentum weighs a release 6', file: 'src/domain/ships/momentum.ts' },
    ...{ from: 'release: 8', to: 'release: 6' },
  },
  {
    ...{ name: 'the oldest figure of a kind', file: 'src/domain/market/valuation.ts' },
    ...{
      from: 'msOf(b.observedAt) - msOf(a.observedAt)',
      to: 'msOf(a.observedAt) - msOf(b.observedAt)',
    },
  },
  {
    ...{ name: 'the valuation of a dead market', file: 'src/domain/market/valuation.ts' },
    ...{
      from: "market === 'LIQUIDITY_GONE' || market === 'NO_TRADING' ? market",
      to: "market === 'NO_TRADING' ? market",
    },
  },
  {
    ...{ name: 'a linked ship weighs as a verified one', file: 'src/domain/ships/momentum.ts' },
    ...{ from: "'source-linked': 0.7", to: "'source-linked': 1" },
  },
  {
    ...{ name: 'contract use of six days', file: 'src/domain/contracts/contract-use.ts' },
    ...{ from: 'days: 7,', to: 'days: 6,' },
  },
  {
    ...{ name: 'a release that adds nothing counts', file: 'src/domain/ships/ships.ts' },
    ...{
      from: "ship.changes === 'identical' || (ship.changes === 'none'",
      to: "(ship.changes === 'none' && false",
    },
  },
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = [
  'src',
  'sandbox',
  'test',
  'migrations',
  'catalogue',
  'tools',
  'bench',
  'clients',
  'docs',
] as const
const FILES = [
  'package.json',
  'vitest.config.ts',
  'tsconfig.json',
  'CHANGELOG.md',
  'openapi.json',
  'README.md',
] as const

/** Copies the repository, plants a fault, and returns the mismatches of the state `fresh`. */
function mismatchesWith(fault: Fault | undefined): ReadonlySet<string> {
  const copy = mkdtempSync(join(tmpdir(), 'svc-plant-'))
  try {
    for (const name of [...COPIED, ...FILES])
      if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    if (fault !== undefined) plant(fault, copy)
    const result = join(copy, 'result.txt')
    const run = ['run', '--project', 'long', 'test/recompute/recompute.long.test.ts', '-t', 'fresh']
    const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
    const { stdout, stderr } = spawnSync(process.execPath, [vitest, ...run], {
      cwd: copy,
      env: { ...process.env, RECOMPUTE_RESULT: result },
      encoding: 'utf8',
    })
    if (!existsSync(result)) throw new Error(`No result ${basename(copy)}: ${stdout}${stderr}`)
    const lines = readFileSync(result, 'utf8')
      .split('\n')
      .filter((line) => line.includes(' | '))
    return new Set(lines.map((line) => line.split(' | ').slice(0, 5).join(' | ')))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function plant({ file, from, to, name }: Fault, folder: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${name}: ${file} has no ${from}`)
  writeFileSync(path, text.replace(from, to))
}

/** Values of the run differ in their times, so a mismatch is new when it names another field. */
function isNew(line: string, before: ReadonlySet<string>): boolean {
  return !before.has(line) && !/At\b|_at\b|AsOf|as_of/.test(line.split(' | ')[3] ?? '')
}

const chosen = process.argv.slice(2).map(Number)
const before = mismatchesWith(undefined)
console.log(`without a fault: ${before.size} mismatches`)
for (const [index, fault] of FAULTS.entries()) {
  if (chosen.length > 0 && !chosen.includes(index + 1)) continue
  const found = [...mismatchesWith(fault)].filter((line) => isNew(line, before))
  console.log(
    `${index + 1}. ${fault.name}: ${found.length > 0 ? `found, ${found.length} mismatches` : 'NOT FOUND'}`,
  )
  if (found[0] !== undefined) console.log(`   ${found[0]}`)
}
