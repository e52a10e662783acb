import type { Output } from '#contract/operations/index.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import { projectChanges, type Site } from '../../site/links.ts'
import { unmeasuredBuilding } from '../../words/building.ts'
import { agentAnswer } from '../answer.ts'
import { changeClaims } from '../claims/changes.ts'
import { lastReadWords } from '../claims/coverage.ts'
import { buildClaims, snapshotClaims } from '../claims/snapshot.ts'
import { whoseActivity } from '../claims/verification.ts'
import { projectLinks } from '../subject.ts'
import { quoteWords } from '../words.ts'
import { ofSnapshot, type SnapshotInput } from './of-snapshot.ts'

type Snapshot = Output<'snapshot'>

/** Maximum number of the newest changes that a research answer names. */
const CHANGES_SHOWN = 3

/** What is known of a project: building, verification, market, use, locks, the newest changes and what is unknown. */
export function researchAnswer({ named, query, snapshot }: SnapshotInput, site: Site): AgentAnswer {
  const { latestChanges, coverage, market, verification, identity } = snapshot
  const { items = [] } = latestChanges
  const shown = items.slice(0, CHANGES_SHOWN)
  const measured = Object.values(coverage).filter(({ state }) => state === 'MEASURED').length
  const token =
    identity.token === undefined
      ? 'No token is published with it.'
      : `Token verification: ${verification.tokenVerification ?? 'unknown'}${lastReadWords('token_verification', coverage.token_verification)}. Market status, as context: ${market.status ?? 'unknown'}${market.observedAt === undefined ? '' : `, read at ${market.observedAt}`}.`
  return agentAnswer(
    {
      ...ofSnapshot({ named, query, snapshot }, site),
      capability: 'research_project',
      answer: `${statusSentence(snapshot)} ${token} ${measured} of ${Object.keys(coverage).length} dimensions are measured.`,
      claims: [...snapshotClaims(snapshot, site), ...changeClaims(shown)],
      links: [
        ...projectLinks(identity.slug, ['Snapshot', 'Dossier', 'Coverage', 'Timeline', 'Explanations'], site),
        { name: 'Changes', url: projectChanges(identity.slug, site) },
      ],
      isCut: items.length > shown.length,
      more: `GET ${site.baseUrl}/api/agent/what_changed?project=${identity.slug} lists its newest changes, GET ${site.baseUrl}/api/projects/${identity.slug}/snapshot every figure.`,
    },
    site,
  )
}

/** Whether a project ships, what it shipped last, and how well that is measured. */
export function statusAnswer({ named, query, snapshot }: SnapshotInput, site: Site): AgentAnswer {
  const { build, identity } = snapshot
  const ship = build.lastShip
  const last =
    ship === undefined
      ? 'No counted ship is known.'
      : `Its last counted ship is the ${ship.kind} ${quoteWords(ship.title).text}${ship.occurredAt === undefined ? '' : ` of ${ship.occurredAt.slice(0, 10)}`}.`
  const why = unmeasuredBuilding({
    status: build.status,
    activityMeasured: build.activityMeasured,
    statusReason: snapshot.claims['status']?.reason,
    countReason: snapshot.claims['meaningfulShips30d']?.reason,
    building: snapshot.coverage.building,
    kind: identity.kind,
    asOf: snapshot.freshness.asOf,
  })
  const said = ofSnapshot({ named, query, snapshot }, site)
  return agentAnswer(
    {
      ...said,
      capability: 'builder_status',
      answer: `${statusSentence(snapshot)} ${last}${why === undefined ? '' : ` ${why}`}`,
      claims: buildClaims(snapshot, site),
      unknowns: said.unknowns.filter(({ category }) => BUILDING.includes(category)),
      links: [
        ...projectLinks(identity.slug, ['Snapshot', 'Timeline', 'Explanations'], site),
        { name: 'Ships in the ledger', url: `${projectChanges(identity.slug, site)}&domain=build` },
      ],
      more: `GET ${site.baseUrl}/api/projects/${identity.slug}/snapshot has every figure.`,
    },
    site,
  )
}

const BUILDING: readonly string[] = [
  'building',
  'contracts',
  'verified_source',
  'activity.status',
  'build.momentum',
  'discovery_gap',
]

function statusSentence({ identity, build, verification, coverage }: Snapshot): string {
  const whose = whoseActivity(verification.activityAppliesToToken)
  return `${quoteWords(identity.name).text} has the activity status ${build.status} (${build.statusLabel})${lastReadWords('building', coverage.building)}${whose}.`
}
