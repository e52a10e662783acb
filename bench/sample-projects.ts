import type { ContractAddress } from '#contract/ids.ts'
import { DAY_MS, type Instant, instantOfMs, msOf, toInstant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { type Chance, chanceOf, digitsOf } from './chance.ts'

/** A placeholder in every name of a sample project. Each copy replaces it by six digits of its own. */
export const MARK = '900913'

/** The present of the generated catalogue. `RUNS_DAYS_BEFORE` has the runs of the service, in days before it. */
export const END = toInstant('2026-11-20T12:00:00Z')
export const RUNS_DAYS_BEFORE = [120, 105, 90, 75, 60, 45, 30, 15, 3, 0] as const

type Conduct = 'shipping' | 'active' | 'quiet' | 'dormant' | 'resumed'
export type Market = 'live' | 'thin' | 'fallen' | 'unlisted'

/** A project of the sample: its names, and how it behaves over the runs. */
export type SampleProject = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly chance: Chance
  readonly conduct: Conduct
  /** The run at which the project enters the catalogue. */
  readonly joins: number
  readonly state: 'published' | 'draft'
  /** The run at which the project is hidden, and the run at which it is shown again; undefined when it never is. */
  readonly hidden: { readonly from: number; readonly to: number | undefined } | undefined
  /** The run at which the project gets another slug; undefined when it keeps its slug. */
  readonly renamed: { readonly at: number; readonly slug: string } | undefined
  /** The runs at which its site and repository do not answer: from `from` to the run before `to`. */
  readonly failing: { readonly from: number; readonly to: number } | undefined
  readonly repository: { readonly locator: string; readonly externalId: string } | undefined
  readonly site: string | undefined
  readonly token: { readonly address: ContractAddress; readonly symbol: string } | undefined
  readonly deployer: ContractAddress
  readonly market: Market
}

const FIRST = [
  'Amber',
  'Basalt',
  'Cedar',
  'Delta',
  'Ember',
  'Fjord',
  'Glacier',
  'Harbor',
  'Indigo',
  'Juniper',
] as const
const MIDDLE = ['Bright', 'Calm', 'Deep', 'Early', 'Fair', 'Grand', 'High', 'Inner', 'Keen', 'Lucid'] as const
const LAST = [
  'Bridge',
  'Ledger',
  'Lantern',
  'Market',
  'Oracle',
  'Protocol',
  'Relay',
  'Vault',
  'Works',
  'Yard',
] as const

/** The projects of the sample. At most a thousand are different. */
export function sampleProjects(input: {
  readonly count: number
  readonly seed: string
}): readonly SampleProject[] {
  return Array.from({ length: input.count }, (_, index) => sampleProject(index, input.seed))
}

function sampleProject(index: number, seed: string): SampleProject {
  const chance = chanceOf(`${seed}:${index}`)
  const words = [FIRST[index % 10], MIDDLE[Math.floor(index / 10) % 10], LAST[Math.floor(index / 100) % 10]]
  const stem = words.join('-').toLowerCase()
  const slug = `${stem}-${MARK}`
  const lastRun = RUNS_DAYS_BEFORE.length - 1
  const joins = chance.odds(0.85) ? 0 : chance.whole(1, lastRun - 1)
  const later = () => chance.whole(Math.min(joins + 1, lastRun), lastRun)
  return {
    id: uuidOf('project', slug),
    slug,
    name: `${words.join(' ')} ${MARK}`,
    chance,
    conduct: conductOf(chance.next()),
    joins,
    state: chance.odds(0.04) ? 'draft' : 'published',
    hidden: chance.odds(0.05) ? hiding(later(), lastRun, chance) : undefined,
    renamed: chance.odds(0.05) ? { at: later(), slug: `${stem}-now-${MARK}` } : undefined,
    failing: chance.odds(0.05) ? { from: later(), to: chance.whole(3, lastRun + 3) } : undefined,
    repository: chance.odds(0.75)
      ? { locator: `${stem}-${MARK}/core`, externalId: `1${MARK}${String(index).padStart(5, '0')}` }
      : undefined,
    site: chance.odds(0.8) ? `https://${stem}-${MARK}.example/` : undefined,
    token: chance.odds(0.9)
      ? {
          address: addressOf(`${seed}:token:${index}`),
          symbol: words
            .map((word) => word?.slice(0, 2))
            .join('')
            .toUpperCase(),
        }
      : undefined,
    deployer: addressOf(`${seed}:deployer:${index}`),
    market: chance.pick(['live', 'live', 'live', 'thin', 'fallen', 'unlisted']),
  }
}

function hiding(from: number, lastRun: number, chance: Chance) {
  return { from, to: from < lastRun && chance.odds(0.4) ? from + 1 : undefined }
}

function conductOf(share: number): Conduct {
  if (share < 0.3) return 'shipping'
  if (share < 0.55) return 'active'
  if (share < 0.7) return 'quiet'
  return share < 0.93 ? 'dormant' : 'resumed'
}

/** An address for the sample, derived from a text. */
export function addressOf(text: string): ContractAddress {
  return `0x${MARK}${digitsOf(text, 34)}` as ContractAddress
}

/** A transaction or block hash for the sample, derived from a text. */
export function hashOf(text: string): string {
  return `0x${MARK}${digitsOf(text, 58)}`
}

/** The instant of a run. */
export function runAt(run: number): Instant {
  const days = RUNS_DAYS_BEFORE[run]
  if (days === undefined) throw new RangeError(`Unknown run ${run}: expected an index of RUNS_DAYS_BEFORE`)
  return instantOfMs(msOf(END) - days * DAY_MS)
}
