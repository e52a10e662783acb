import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant, msOf, toInstant } from '#contract/time.ts'
import { builderReading } from '#domain/collecting/watching.ts'
import type { BuildEvidence, RecordedShip, Source, Stream } from '#domain/evidence.ts'
import type { SiteChange } from '#domain/ledger/evidence.ts'
import { type MarketState, marketStatus } from '#domain/market/status.ts'
import { researchLevel } from '#domain/project/research-level.ts'
import { developmentSignals } from '#domain/project/signals.ts'
import { stillBuilding } from '#domain/project/still-building.ts'
import { activityStatus } from '#domain/ships/activity.ts'
import { buildMomentum } from '#domain/ships/momentum.ts'
import { countedShips, meaningfulShips30d } from '#domain/ships/ships.ts'
import { changesToAnnounce, isNoise } from '#domain/site/noise.ts'
import {
  codeWeekShipOf,
  day,
  repositoryOf,
  repositoryWithShips,
  shipOf,
  sourceOf,
  streamOf,
} from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { methodologyText } from '#views/site/methodology-text.ts'
import { SHOWN } from './shown-examples.ts'

const ROOT = join(import.meta.dirname, '../..')
const text = methodologyText((file) => readFileSync(join(ROOT, 'docs', file), 'utf8'))
/** The examples in their order, each in one line. */
const examples = [...text.matchAll(/^_Examples?\._([\s\S]*?)(?=\n\n(?!- )|$(?![\s\S]))/gm)].map(
  ([, example = '']) => example.replace(/\s+/g, ' ').trim(),
)
const exampleOf = (begin: string) => examples.find((example) => example.startsWith(begin)) ?? ''

const at = (date: string) => toInstant(`2026-${date}T12:00:00Z`)
const onDays = (okTo: number, ships: readonly number[]) => repositoryWithShips({ from: -200, okTo }, ships)
const status = (evidence: BuildEvidence, now: number) =>
  activityStatus({ evidence, previous: null }, day(now)).status
const pace = (newer: number, older: number) => {
  const back = (from: number, length: number) =>
    Array.from({ length }, (_, index) => from - index - index ** 2 / 10)
  const evidence = repositoryWithShips({ from: 0, okTo: 100 }, [...back(98, newer), ...back(68, older)])
  const { signals } = developmentSignals({ evidence, launch: null, standing: [] }, day(100))
  return signals.map(({ kind }) => kind)
}

/** The status of a project whose last release is 80 days old, beside a deployer that covers two days. */
const silentBeside = (rest: Pick<Stream, 'isCutOff'>) => {
  const streams = [streamOf('deployments', { from: 198, okTo: 200, ...rest })]
  const deployer = { ...sourceOf('deployer', 'deployer', 198), streams }
  return status(
    { sources: [repositoryOf('repo', { from: 0, okTo: 200 }), deployer], ships: [shipOf('a', 120)] },
    200,
  )
}

/** The status on day 41 of a project that nobody read from day 28 to day 40, and which `since` the status has. */
const foundAgain = () => {
  const first = activityStatus({ evidence: onDays(28, [0]), previous: null }, day(28))
  const unread = activityStatus({ evidence: onDays(28, [0]), previous: first }, day(40))
  const { status, since } = activityStatus({ evidence: onDays(41, [0, 33]), previous: unread }, day(41))
  const began = since === first.since ? 'that it had before' : 'of day 41'
  return unread.status === 'UNKNOWN'
    ? `${status} again on day 41, with the \`since\` ${began}`
    : unread.status
}

/** The last whole hour after a reading on day 0 at which the state of the repository still passes `holds`. */
function lastHourOf(holds: (reading: ReturnType<typeof builderReading>) => boolean): number {
  const evidence = { sources: [repositoryOf('repo', { from: -9, okTo: 0 })], ships: [] }
  const hours = Array.from({ length: 200 }, (_, hour) => hour)
  return hours.findLast((hour) => holds(builderReading(evidence, addMs(day(0), hour * HOUR_MS)))) ?? -1
}

/** The state of building of a project with a site, a package and these sources. */
function buildingBeside(...sources: readonly Source[]): string {
  const identities = [sourceOf('site', 'website'), sourceOf('package', 'npm_package')]
  return builderReading({ sources: [...identities, ...sources], ships: [] }, day(0)).state
}

function asOfWords(now: Instant): string {
  const shipped = { ...shipOf('a', 0), occurredAt: at('03-01'), detectedAt: at('03-01') }
  const [failing] = [repositoryOf('repo', { from: -200, okTo: 0 })]
  const streams = failing.streams.map((stream) => ({
    ...stream,
    lastOkAt: at('03-29'),
    failingSince: at('03-29'),
    lastOutcome: 'unavailable' as const,
  }))
  const claim = meaningfulShips30d({ sources: [{ ...failing, streams }], ships: [shipped] }, now)
  if (claim.kind === 'UNKNOWN') return 'unknown'
  const isDated = claim.kind === 'DERIVED' && claim.asOf === at('03-29')
  return `${claim.value === 1 ? 'one ship' : claim.value}, as of ${isDated ? '29 March' : 'now'}`
}

const MONDAY = 0
const release = (id: string, on: number, rest: Partial<RecordedShip> = {}) => shipOf(id, on, rest)
const counted = (ships: readonly RecordedShip[], now: number) =>
  countedShips({ sources: [repositoryOf('repo', { from: -9, okTo: now })], ships }, day(now)).map(
    ({ kind }) => kind,
  )
const stillIs = (begun: number) => {
  const build = onDays(100, [100])
  const launch = { at: day(100 - begun), evidence: ['source:token'] as const }
  const activity = activityStatus({ evidence: build, previous: null }, day(100)).claim
  const { claim } = stillBuilding({ activity, build, launch }, day(100))
  return claim.kind === 'UNKNOWN' ? claim.reason : claim.value
}
const momentum = () => {
  const ships = [
    ...[1, 10].map((age) => shipOf(`r${age}`, 200 - age)),
    ...[3, 10, 17, 24, 31, 38, 45].map((age) => codeWeekShipOf(`w${age}`, 200 - age)),
  ]
  const { claim } = buildMomentum(
    { sources: [repositoryOf('repo', { from: 0, okTo: 200 })], ships },
    day(200),
  )
  return claim.kind === 'UNKNOWN' ? claim.reason : claim.value.score
}
const levelOfMissing = () => {
  const gone = repositoryOf('repo', {
    from: 0,
    okTo: 1,
    stream: { lastOutcome: 'missing', failingSince: day(1) },
  })
  const ships = [1, 2, 3].map((at) => shipOf(`of day ${at}`, at))
  const { claim } = researchLevel({ evidence: { sources: [gone], ships }, tokenSourceId: null }, day(9))
  return claim.kind === 'UNKNOWN' ? claim.reason : claim.value
}
/** The days in June of a site's changes that are announced, in words. */
const announcedOf = (days: readonly number[]) => {
  const changes = days.map((date, index) => ({
    id: 'sourcechange:x' as const,
    sourceId: 'source:site' as const,
    official: true,
    added: 1,
    removed: 1,
    changesInRow: index + 1,
    detectedAt: at(`06-${String(date).padStart(2, '0')}`),
  }))
  const announced = changesToAnnounce(changes)
  const [plain, noise] = [announced.filter((one) => !isNoise(one)), announced.filter(isNoise)]
  const dates = (some: readonly SiteChange[]) => some.map(({ detectedAt }) => Number(detectedAt.slice(8, 10)))
  return { plain: dates(plain), noise: dates(noise) }
}
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const words = {
  release: 'one release',
  prerelease: 'one prerelease week',
  code_week: 'one code week',
} as const
const wordsOf = (kinds: readonly RecordedShip['kind'][]) =>
  (['prerelease', 'release', 'code_week'] as const)
    .filter((kind) => kinds.includes(kind))
    .map((kind) => words[kind])

/**
 * The hours from the first reading of $0, at 20:00, to LIQUIDITY_GONE, if the liquidity is $0 for `emptyHours`. Day 0
 * is at noon.
 */
function hoursToGone(emptyHours: number): number | undefined {
  const evening = 8 / 24
  const readings = Array.from({ length: 288 }, (_, index) => index / 144).map((at) => {
    const isEmpty = at >= evening && at < evening + emptyHours / 24
    return readingOf(at, isEmpty ? { liquidityUsd: 0, volume24hUsd: 0 } : {})
  })
  let previous: MarketState | null = null
  for (const [index, { observedAt }] of readings.entries()) {
    const input = { readings: readings.slice(0, index + 1), previous, coverage: 'MEASURED' } as const
    const { status, since, lastKnown } = marketStatus(input, observedAt)
    if (status === 'LIQUIDITY_GONE') return (msOf(observedAt) - msOf(day(evening))) / HOUR_MS
    previous = { status, since, lastKnown }
  }
  return undefined
}

/** The results of the rules in the situation of each example, in the words of the page. */
const COMPUTED: readonly (readonly [string, readonly string[]])[] = [
  [
    'An hourly repository was last read',
    [
      `It is fresh until ${12 + lastHourOf(({ state }) => state === 'MEASURED')}:00.`,
      `readable until ${WEEKDAYS[lastHourOf(({ readable }) => readable) / 24]} noon`,
    ],
  ],
  [
    'A project has a site and one package',
    [
      `\`building\` is \`${buildingBeside()}\``,
      `\`building\` is \`${buildingBeside(sourceOf('repo', 'github_repository'))}\` until`,
    ],
  ],
  [
    'v1.1 is released on Monday.',
    [
      `Only ${countedShips(
        {
          sources: [repositoryOf('repo', { from: -9, okTo: 5 })],
          ships: [
            release('v1.1', MONDAY, { changes: 'substantive' }),
            release('v1.2', MONDAY + 1, { changes: 'identical' }),
            release('v1.3', MONDAY + 2, { changes: 'none' }),
          ],
        },
        day(5),
      ).map(({ naturalKey }) => naturalKey)} counts.`,
    ],
  ],
  [
    'The last ship of a project is of 1 March.',
    [
      `On 31 March the answer is ${asOfWords(at('03-31'))},`,
      `On 2 April the answer is ${asOfWords(at('04-02'))}.`,
    ],
  ],
  [
    'A project has twelve prereleases',
    (() => {
      const prereleases = Array.from({ length: 12 }, (_, n) =>
        release(`p${n}`, 1 + n / 4 + n ** 2 / 120, { kind: 'prerelease' }),
      )
      const releases = [0, 1, 2].map((n) => release(`r${n}`, 4 + n / 10))
      const kinds = counted([...prereleases, ...releases, codeWeekShipOf('w', 4)], 5)
      return [
        `It has ${['no', 'one', 'two', 'three'][kinds.length]} meaningful ships: ${wordsOf(kinds).join(', ')}.`,
      ]
    })(),
  ],
  [
    '- A ship on day 0',
    [
      `A ship on day 0 makes the status ${status(onDays(0, [0]), 0)}. The first run after day 8 makes it ${status(onDays(8.1, [0]), 8.1)}.`,
      `the status is ${foundAgain()}.`,
      `An archived repository whose last ship is 90 days old is ${status(onDays(90, [0]), 90)}.`,
      `every deployment since the launch and none is newer: the status is ${silentBeside({})}.`,
      `nothing of the 58 days before: the status is ${silentBeside({ isCutOff: true })} until`,
      `ships 100 days and 2 days ago. The status is ${status(repositoryWithShips({ from: 200, okTo: 200, stream: { coversFrom: day(0) } }, [100, 198]), 200)}, not RESUMED`,
    ],
  ],
  [
    'A token launched 90 days ago',
    [
      `The project is ${stillIs(90) === true ? 'still building' : 'not yet still building'}.`,
      `A project that began 20 days ago is ${stillIs(20) === true ? 'still building' : 'not yet still building'}.`,
    ],
  ],
  [
    'A site links its sign-in',
    (() => {
      const { plain, noise } = announcedOf([7, 13, 19])
      return [
        `Those of ${[...plain, ...noise.slice(0, -1)].join(', ')} and ${noise.at(-1)} June lack it too`,
        `That of ${noise} June is the third in a row`,
      ]
    })(),
  ],
  ['A project has releases 1 and 10 days old', [`= ${momentum()}.`]],
  ['A project whose repository disappeared', [`remains ${levelOfMissing()},`]],
  [
    'Readings of $20,000',
    [
      `then $20,000: ${hoursToGone(1 / 6) === undefined ? 'LIVE' : 'not LIVE'} throughout.`,
      `LIVE until ${hoursToGone(48)} hours after the first of them`,
    ],
  ],
  [
    'Six ships after four',
    [
      `Six ships after four is ${pace(6, 4)}. Seven after five is ${pace(7, 5).length === 0 ? 'not' : 'too'}.`,
    ],
  ],
]
test.each(COMPUTED)('[R80] the example “%s …” says what the rule answers', (begin, said) => {
  for (const words of said) expect(exampleOf(begin)).toContain(words)
})

test.each(SHOWN)('[R80] the example “%s …” has its test in %s', async (begin, file, title) => {
  expect(exampleOf(begin)).not.toBe('')
  expect(await readFile(join(ROOT, file), 'utf8')).toContain(title)
})

test('[R80] every example of the methodology is one of these', () => {
  const known = [...COMPUTED, ...SHOWN].map(([begin]) => begin)
  expect(examples.filter((example) => !known.some((begin) => example.startsWith(begin)))).toEqual([])
  expect(examples).toHaveLength(known.length)
})
