import type { ProjectCoverage } from '#contract/shapes/coverage.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Ship } from '#contract/shapes/ship.ts'
import type { Snapshot } from '#contract/shapes/snapshot.ts'
import type { TokenLocker } from '#domain/project/snapshot-record.ts'
import { plainWords, quoteInText } from '../agent/words.ts'
import { type DayOfShips, fullDay, fullDayWords } from '../ships/calendar.ts'
import { shipDateText } from '../ships/week.ts'
import { receiptLink, type Site } from '../site/links.ts'
import { noCountedShip, notAppliedBuilding, notEvaluated, noValueWords } from '../words/building.ts'
import { UNDATED } from '../words/clocks.ts'
import { endWords } from '../words/counts.ts'
import {
  ALL_MEASURED,
  isPastTolerance,
  isWithoutToken,
  listWords,
  listWordsFirst,
  outsideWords,
  SILENT_STATUSES,
  TOLD_OF_THEN,
  UNDER_THE_RADAR_WORDS,
  unmeasuredWords,
} from '../words/figures.ts'
import { noShipsWords } from '../words/no-ships.ts'
import { sourcePlace, sourcesInOrder } from '../words/sources.ts'
import { unmeasuredDossier } from './dossier.ts'
import { locksMarkdown } from './lock-text.ts'
import { unknownStatus } from './unknown-names.ts'

const UNKNOWN = 'unknown'

type Shown = { readonly dossier: Dossier; readonly coverage: ProjectCoverage }

/** The page of a project as Markdown: status, figures, newest ships, unknowns, locks and sources. */
export function projectMarkdown(
  of: {
    readonly dossier: Dossier
    readonly coverage: ProjectCoverage
    readonly snapshot: Snapshot
    readonly lockers: readonly TokenLocker[]
    readonly shipDays: readonly DayOfShips[]
  },
  site: Site,
): string {
  const { dossier } = of
  const { name, status, description, statusLabel, statusHelp, sources, slug, disclaimer } = dossier
  const old = oldWords(of)
  return [
    `# ${plainWords(name)}: ${statusLabel}${old !== undefined && SILENT_STATUSES.includes(status) ? ` (${old})` : ''}`,
    ...(description === undefined ? [] : [quoteInText(description)]),
    [statusHelp, unmeasuredDossier(dossier)].filter((words) => words !== undefined).join(' '),
    '## Figures',
    figuresOf(of, old),
    '## Newest ships',
    ...shipLines(of, site),
    '## What is not known',
    unknownsOf(of),
    ...locksMarkdown(
      {
        locks: of.snapshot.locks,
        lockers: of.lockers,
        unread: of.coverage.items.find(({ dimension }) => dimension === 'locks')?.unread,
        token: dossier.token,
        slug,
        asOf: dossier.asOf,
      },
      site,
    ),
    '## Sources',
    ...(sources.length === 0
      ? ['No source is registered.']
      : [
          sourcesInOrder(sources)
            .map(
              (source) =>
                `- ${listWordsFirst(source.kind)}: ${plainWords(sourcePlace(source))}, ${receiptLink(source.id, site)}`,
            )
            .join('\n'),
        ]),
    leftOut(`${site.baseUrl}/api/projects/${slug}`),
    `Dossier as JSON: ${site.baseUrl}/api/projects/${slug}`,
    `${disclaimer}\n`,
  ].join('\n\n')
}

/** The parts of the page that this text leaves out, with the address of its JSON. */
function leftOut(records: string): string {
  return [
    'This text leaves out:',
    '',
    `- Since when the status is concluded: ${records}/explain?fact=activity.status`,
    `- Use of the contracts, changes and market: ${records}/snapshot`,
    `- Contracts: ${records}/contracts`,
    `- Relations: ${records}/relationships`,
    `- History by day: ${records}/history`,
  ].join('\n')
}

/**
 * Said beside values that rest on readings of building that are too old. Undefined for an unknown status, which stays
 * unknown.
 */
function oldWords({ dossier: { status }, coverage }: Shown): string | undefined {
  const building = coverage.items.find(({ dimension }) => dimension === 'building')
  return status !== 'UNKNOWN' && isPastTolerance(building?.state) ? TOLD_OF_THEN : undefined
}

/** The verdict on the token with its reason, and a note if its readings are too old to describe now. */
function verifiedWords({
  tokenVerification,
  tokenVerificationReason: reason,
  coverage: { token_verification: read },
}: Dossier): string | undefined {
  if (tokenVerification === undefined) return undefined
  const isOld = read?.observedAt !== undefined && isPastTolerance(read.state)
  return [
    tokenVerification,
    ...(isOld ? [TOLD_OF_THEN] : []),
    ...(reason === undefined ? [] : [listWords(reason)]),
  ].join(', ')
}

function figuresOf({ dossier }: Shown, old: string | undefined): string {
  const {
    meaningfulShips30d: ships,
    meaningfulShips30dAsOf: to,
    asOf,
    lastActivityAt,
    researchLevel,
  } = dossier
  const { token, score } = dossier
  const then = old === undefined ? '' : `, ${old}`
  const { value: isUnderRadar } = score.underTheRadar
  const rows: readonly (readonly [string, string | number | undefined, string?])[] = [
    ['Last evaluated', asOf],
    ['Last activity', lastActivityAt, 'lastShip'],
    [
      'Meaningful ships in 30 days',
      ships === undefined ? undefined : `${ships}${endWords(to, asOf)}${then}`,
      'meaningfulShips30d',
    ],
    [
      'Build Momentum',
      score.buildMomentum === undefined ? undefined : `${score.buildMomentum}${then}`,
      'buildMomentum',
    ],
    ['Under the radar', UNDER_THE_RADAR_WORDS[isUnderRadar], 'underTheRadar'],
    ['Research', researchLevel, 'researchLevel'],
    ...(token === undefined
      ? []
      : ([
          ['Token contract', token.contract],
          ['Token verification', verifiedWords(dossier), 'tokenVerification'],
        ] as const)),
  ]
  return rows
    .map(([term, value, field]) => `- ${term}: ${value === undefined ? unknownWords(dossier, field) : value}`)
    .join('\n')
}

/** A figure without a value, with the reason where the answer has one. */
function unknownWords({ claims, status, coverage, kind, asOf }: Dossier, field: string | undefined): string {
  const reason = field === undefined ? undefined : claims[field]?.reason
  const none = field === 'lastShip' ? noCountedShip({ status, reason }) : undefined
  const why = none ?? notAppliedBuilding({ field, reason, building: coverage.building, kind })
  if (why !== undefined) return `${UNKNOWN} (${why.words})`
  return reason === undefined ? UNKNOWN : `${UNKNOWN} (${noValueWords({ reason, asOf })})`
}

function shipLines(
  { dossier, shipDays }: { readonly dossier: Dossier; readonly shipDays: readonly DayOfShips[] },
  site: Site,
): readonly string[] {
  const { newestShips: ships = [], coverage, slug } = dossier
  if (ships.length === 0) return [noShipsWords(coverage.building?.state)]
  const full = fullDay({ ships, days: shipDays })
  const all = `All ships: ${site.baseUrl}/api/ships?project=${slug}`
  return [
    ships.map((ship) => shipLine(ship, site)).join('\n'),
    ...(full === undefined ? [] : [`${fullDayWords(full)} ${all}`]),
  ]
}

function shipLine(ship: Ship, site: Site): string {
  const { occurredAt, displayTitle, kind, evidenceId, countsAs, notCountedReason } = ship
  const when = shipDateText({ kind, occurredAt }) ?? UNDATED
  const counts = countsAs === null ? `, not counted: ${listWords(notCountedReason ?? 'not_evaluated')}` : ''
  return `- ${when}: ${quoteInText(displayTitle)} (${listWords(kind)}${counts}), ${receiptLink(evidenceId, site)}`
}

function unknownsOf({ dossier, coverage: { items } }: Shown): string {
  const status = unknownStatus(dossier)
  const lines = items.flatMap(({ dimension, state, since }) => {
    if (state === 'MEASURED' || isWithoutToken(dimension, state)) return []
    const why = notEvaluated({ reason: state, asOf: since })?.words ?? unmeasuredWords(dimension, state)
    return [`- ${listWords(dimension)}: ${why}`]
  })
  if (status !== undefined) lines.unshift(`- activity status: ${status.why}`)
  const known = lines.length === 0 ? ALL_MEASURED : lines.join('\n')
  const outside = items.filter(({ dimension, state }) => isWithoutToken(dimension, state))
  if (outside.length === 0) return known
  return `${known}\n\n${outsideWords(outside.map(({ dimension }) => dimension))}`
}
