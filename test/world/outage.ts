import type { Provider } from '#collectors/providers.ts'
import type { Slug } from '#contract/ids.ts'
import { DAY_MS, type Instant, msOf, toInstant } from '#contract/time.ts'
import { type Body, bodyOf } from './shown-answers.ts'
import type { World } from './world.ts'
import { type Change, readsOf } from './world-reads.ts'

/** How a provider of the sandbox fails. */
const FAULTS = {
  limit: 'forbidden_limit',
  'a 404 page': 'not_found_page',
  'a 403 challenge': 'challenge',
  'a reset': 'reset',
  'half a body': 'truncated',
  'a wrong body': 'error_in_200',
} as const
export type Failure = keyof typeof FAULTS

/** The sandbox's name of each provider, by its name in records. */
const SANDBOX_NAMES = {
  github: 'github',
  chain: 'rpc',
  blockscout: 'explorer',
  sourcify: 'sourcify',
  dexscreener: 'dexscreener',
  geckoterminal: 'geckoterminal',
  site: 'sites',
} as const satisfies Readonly<Record<Provider, string>>
export type Failing = { readonly [P in Provider]?: Failure }

/** How long an outage lasts, as the hours between its readings. */
export const SPANS = {
  '20 hours': [1, 19],
  '3 days': [1, 23, 48],
  '10 days': [1, 23, 72, 144],
} as const

/** The event types that rest on readings of a provider. While the provider fails, none of them may appear. */
const RESTS_ON: Readonly<Record<Provider, RegExp>> = {
  github: /^build\.|^research\./,
  chain: /^contract\.|^lock\.|^token\.launch/,
  blockscout: /^contract\./,
  sourcify: /^contract\./,
  dexscreener: /^market/,
  geckoterminal: /^market/,
  site: /^research\.|^token\.verification/,
}

/** Makes each provider fail in its way. A limit has the form that its provider documents. */
export async function failAll(failing: Failing, world: World): Promise<void> {
  for (const [provider, failure] of entriesOf(failing)) {
    const isOther = failure === 'limit' && provider !== 'github'
    const kind = isOther ? 'too_many' : FAULTS[failure]
    await world.ask('/fault', { provider: SANDBOX_NAMES[provider], kind })
  }
}

export function providersOf(failing: Failing): readonly Provider[] {
  return entriesOf(failing).map(([provider]) => provider)
}

function entriesOf(failing: Failing): readonly (readonly [Provider, Failure])[] {
  return Object.entries(failing) as [Provider, Failure][]
}

/** The changes that only a failing provider could show. */
export function unfounded(changes: readonly Change[], failing: Failing): readonly string[] {
  return changes
    .filter(({ type }) => providersOf(failing).some((provider) => RESTS_ON[provider].test(type)))
    .map(({ type, project, summary }) => `${type} of ${project?.slug}: ${summary}`)
}

/** Events that are announced twice: under two ids, in two equal revisions, or announced and taken back. */
export function toldTwice(changes: readonly Change[]): readonly string[] {
  const contents = changes.map(({ id, revision: _revision, recordedAt: _at, ...content }) => ({
    id,
    content,
  }))
  const texts = contents.map(({ content }) => {
    const { type, project, facts, occurredAt, op } = content
    return JSON.stringify([op, type, project?.slug, facts, occurredAt])
  })
  const twice = texts.filter((text, place) => texts.indexOf(text) !== place)
  const moves = changes.filter(({ facts }) => facts !== undefined && 'from' in facts && 'to' in facts)
  const back = moves.filter((move, place) =>
    moves
      .slice(0, place)
      .some(
        (earlier) =>
          earlier.type === move.type &&
          earlier.project?.slug === move.project?.slug &&
          earlier.facts['from'] === move.facts['to'],
      ),
  )
  return [...twice, ...back.map(({ summary, project }) => `back: ${project?.slug} ${summary}`)]
}

/**
 * The paths of values that became 0, false or empty since an earlier answer. Values that say whether activity was
 * measured are left out.
 */
export function emptied(before: unknown, during: unknown, path = ''): readonly string[] {
  if (/activity(_m|M|\.m)easured$/.test(path)) return []
  if (during === null || before === null || before === undefined) return []
  if (Array.isArray(during)) return during.length === 0 && isFull(before) ? [path] : []
  if (typeof during !== 'object') return isFull(before) && !isFull(during) ? [path] : []
  return Object.entries(during).flatMap(([name, value]) =>
    emptied(bodyOf(before)[name], value, path === '' ? name : `${path}.${name}`),
  )
}

function isFull(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== 0 && value !== false && value !== ''
}

type StreamState = {
  readonly source: string
  readonly provider: string
  readonly stream: string
  readonly cadenceMs: number
  readonly dueAt: Instant
  readonly lastOkAt: Instant | null
  /** Whether its last attempt failed. */
  readonly failed: boolean
}

/** The streams at these providers that were read successfully at least once, of attached sources of these projects. */
export async function streamsOf(
  wanted: { readonly slugs: readonly string[]; readonly providers: readonly Provider[] },
  { service }: World,
): Promise<readonly StreamState[]> {
  const rows = await service.database
    .selectFrom('source_streams as stream')
    .innerJoin('sources', 'sources.id', 'stream.source_id')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .select(['sources.locator as source', 'stream.provider', 'stream.stream', 'stream.cadence_seconds'])
    .select(['stream.due_at as dueAt', 'stream.last_ok_at as lastOkAt', 'stream.last_outcome'])
    .where('sources.detached_at', 'is', null)
    .where('projects.slug', 'in', wanted.slugs as readonly Slug[])
    .where('stream.provider', 'in', wanted.providers)
    .where('stream.last_ok_at', 'is not', null)
    .execute()
  return rows.map(({ cadence_seconds: seconds, last_outcome: outcome, ...row }) => ({
    ...row,
    cadenceMs: seconds * 1000,
    failed: outcome !== 'fresh' && outcome !== 'not_modified',
  }))
}

/** The streams that are due later than their cadence after an instant. A failed stream is late after a day at most. */
export function late(streams: readonly StreamState[], after: Instant): readonly string[] {
  return streams
    .filter(
      ({ dueAt, cadenceMs, failed }) =>
        msOf(dueAt) > msOf(after) + (failed ? Math.min(cadenceMs, DAY_MS) : cadenceMs),
    )
    .map(({ source, stream, dueAt }) => `${source} ${stream} is due at ${dueAt}`)
}

/** The streams that were read successfully after an instant. */
export function readAfter(streams: readonly StreamState[], instant: Instant): readonly string[] {
  return streams
    .filter(({ lastOkAt }) => lastOkAt !== null && msOf(lastOkAt) > msOf(instant))
    .map(({ source, stream, lastOkAt }) => `${source} ${stream} was read at ${lastOkAt}`)
}

/** The streams that were not read successfully since an instant. */
export function unread(streams: readonly StreamState[], since: Instant): readonly string[] {
  return streams
    .filter(({ lastOkAt }) => lastOkAt === null || msOf(lastOkAt) < msOf(since))
    .map(({ source, stream, lastOkAt }) => `${source} ${stream} was read at ${lastOkAt}`)
}

/** A change that happens in the world while nobody reads, and a test for the event that announces it. */
export type Planted = { readonly name: string; readonly isTold: (change: Change) => boolean }

/** Makes something happen to `lumen`, `gantry` or `opaline` that only these providers show. */
export async function plant(failing: Failing, world: World): Promise<readonly Planted[]> {
  const down = providersOf(failing)
  const done = async (action: string, slug: string) => bodyOf((await world.act(action, slug))['details'])
  const planted: Planted[] = []
  const add = (type: string, slug: string, facts: Body) =>
    planted.push({
      name: `${type} of ${slug} ${JSON.stringify(facts)}`,
      isTold: (change) =>
        change.type === type &&
        change.project?.slug === slug &&
        Object.entries(facts).every(([name, value]) => change.facts[name] === value),
    })
  if (down.includes('github'))
    add('build.release', 'lumen', { title: (await done('release', 'lumen'))['tag'] })
  if (down.includes('site')) {
    await done('site-change', 'gantry')
    add('research.source_changed', 'gantry', {})
  }
  if (down.includes('chain')) {
    const { implementation } = await done('upgrade', 'gantry')
    add('contract.implementation_changed', 'gantry', {
      implementation: String(implementation).toLowerCase(),
    })
    const { unlockAt } = await done('lock', 'lumen')
    add('lock.observed', 'lumen', { unlockAt: toInstant(String(unlockAt)) })
  }
  if (down.includes('dexscreener') && down.includes('geckoterminal')) {
    const isLive = bodyOf((await readsOf(world).card('opaline'))['market_status'])['status'] === 'LIVE'
    await done(isLive ? 'liquidity-gone' : 'liquidity-back', 'opaline')
    add('market.status_changed', 'opaline', isLive ? { from: 'LIVE' } : { to: 'LIVE' })
  }
  return planted
}
