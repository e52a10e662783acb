import { PROBES, type ProbeResult } from '#collectors/probes.ts'
import { errorMessageOf } from '#contract/error-message.ts'
import { keysOf } from '#contract/keyed.ts'
import { msOf } from '#contract/time.ts'
import { getDoubleCounts } from '#records/project/repositories.ts'
import { findRunAhead, readServiceTime } from '#records/service-clock.ts'
import { isReplayPaused, readReach, type ServerAddress } from '#records/standbys/reach.ts'
import type { PresentStatus } from '#views/status/service-status.ts'
import { serverNameOf, untilReplayed } from '../instance/standbys.ts'
import { findKeyProblem } from '../instance/webhook-settings.ts'
import { openCollectors } from '../pipelines/collecting.ts'
import type { Service } from '../service.ts'
import { readServiceStatus } from './service-status.ts'
import { missingSettings, missingState } from './warnings.ts'

/** A finding about one part: in order, worth a look (`warning`), or in the way of the service (`problem`). */
export type Diagnosis = {
  readonly part: string
  readonly state: 'ok' | 'warning' | 'problem'
  readonly says: string
}

/** A larger difference between the clocks of this machine and of the database is a warning. */
const CLOCKS_APART_MS = 5_000
/** A smaller share left of a provider's daily budget is a warning. */
const LITTLE_LEFT = 0.1
/** A standby that is behind and replays nothing for this long is a warning. */
const STANDS_STILL_MS = 2_000

/**
 * Examines settings, clocks, pipelines, budgets, the catalogue, and whether each provider answers one request. Charges
 * the requests to the budgets, and stores nothing else.
 */
export async function examine(service: Service): Promise<readonly Diagnosis[]> {
  const status = await readServiceStatus(service)
  const found = await Promise.all([
    settingFindings(service),
    clockFinding(service),
    pipelineFinding(status),
    budgetFindings(status),
    ...keysOf(PROBES).map((provider) => providerFinding(provider, service)),
    chainFinding(service),
    catalogueFindings(service),
    examineStandbys(service),
  ])
  return found.flat()
}

async function settingFindings(service: Service): Promise<readonly Diagnosis[]> {
  const { config } = service
  const problem = await findKeyProblem(service)
  const missing = missingSettings(config)
  const isOpen = config.production && config.baseUrl.startsWith('http://')
  const warnings = isOpen
    ? [
        ...missing,
        `BASE_URL is ${config.baseUrl}: links in answers have no TLS; set the public https address`,
      ]
    : missing
  if (problem === undefined && warnings.length === 0)
    return [{ part: 'settings', state: 'ok', says: 'each is valid, and none is missing' }]
  const found = (state: Diagnosis['state']) => (says: string) => ({ part: 'settings', state, says })
  return [
    ...(problem === undefined ? [] : [problem]).map(found('problem')),
    ...warnings.map(found('warning')),
  ]
}

async function clockFinding({ database }: Service): Promise<Diagnosis> {
  const before = Date.now()
  const { now, offsetMs } = await readServiceTime(database)
  const apartMs = msOf(now) - offsetMs - (before + Date.now()) / 2
  const seconds = (Math.abs(apartMs) / 1000).toFixed(1)
  const ahead = await findRunAhead(database)
  if (ahead !== undefined)
    return {
      part: 'clock',
      state: 'problem',
      says: `the time is ${now}, and a run is recorded of ${ahead}: the database's clock is wrong now, or was wrong then`,
    }
  const says = `the clock of the service is ${seconds} s ${apartMs < 0 ? 'behind' : 'ahead of'} the clock of this machine`
  return { part: 'clock', state: Math.abs(apartMs) > CLOCKS_APART_MS ? 'warning' : 'ok', says }
}

function pipelineFinding({ pipelines }: PresentStatus): Diagnosis {
  const failing = pipelines.filter(({ state }) => state === 'failing')
  const late = pipelines.filter(({ state }) => state === 'late')
  const namesOf = (those: typeof pipelines) => those.map(({ name }) => name).join(', ')
  const found = (state: Diagnosis['state'], says: string) => ({ part: 'pipelines', state, says })
  if (pipelines.length === 0)
    return found('problem', 'none is registered: no up or work of the service has run on this database')
  if (failing.length > 0) return found('problem', `${namesOf(failing)} failed; svc status gives the reasons`)
  if (late.length > 0) return found('warning', `${namesOf(late)} did not succeed within three cadences`)
  const never = pipelines.filter(({ state }) => state === 'never_run')
  if (never.length > 0) return found('ok', `${namesOf(never)} did not run yet; no other is late`)
  return found('ok', 'each succeeded within three cadences')
}

function budgetFindings({ providers }: PresentStatus): readonly Diagnosis[] {
  const short = providers.flatMap(({ provider, budget }) => {
    if (budget === null) return []
    const left = budget.dailyLimit - budget.usedToday
    return left < LITTLE_LEFT * budget.dailyLimit
      ? [`${provider} has ${left} of ${budget.dailyLimit} requests left today`]
      : []
  })
  if (short.length > 0) return short.map((says) => ({ part: 'budgets', state: 'warning', says }))
  const says = 'every provider that was asked today has a tenth of its requests left'
  return [{ part: 'budgets', state: 'ok', says }]
}

/** Finds repositories that two projects name: a name in one file led to the other project's repository. */
async function catalogueFindings({ database }: Service): Promise<readonly Diagnosis[]> {
  const doubles = await getDoubleCounts(database)
  if (doubles.length === 0)
    return [{ part: 'catalogue', state: 'ok', says: 'no repository is counted by the files of two projects' }]
  return doubles.map(({ slug, repository, countedBy }) => ({
    part: 'catalogue',
    state: 'warning',
    says: `${repository} does not count for ${slug}, because ${countedBy} counts it; one of the files has to say counted: false`,
  }))
}

async function providerFinding(provider: keyof typeof PROBES, service: Service): Promise<Diagnosis> {
  await using collectors = openCollectors({ provider }, service)
  const { world, budgets } = collectors
  if (!(await budgets.of(provider).charge()))
    return { part: provider, state: 'warning', says: 'not asked: its budget is used up, or it is paused' }
  const result = await PROBES[provider](world)
  return { part: provider, ...judged(result) }
}

function judged(result: ProbeResult): Pick<Diagnosis, 'state' | 'says'> {
  if ('answers' in result) return { state: 'ok', says: 'answers' }
  const { outcome, detail = 'without a reason' } = result.collected
  return outcome === 'rate_limited'
    ? { state: 'warning', says: `limits requests: ${detail}` }
    : { state: 'problem', says: `does not answer as it should: ${detail}` }
}

async function chainFinding(service: Service): Promise<Diagnosis> {
  await using collectors = openCollectors({ provider: 'chain' }, service)
  const missing = await missingState(collectors.world.chain)
  if (missing === undefined)
    return { part: 'chain', state: 'ok', says: 'a node answers and has the state of old blocks' }
  return { part: 'chain', state: missing.lacks === 'answer' ? 'problem' : 'warning', says: missing.says }
}

/** Examines each standby: whether it is one of the primary, how far it is behind, and whether it replays the log. */
export async function examineStandbys({ config, databaseUrl }: Service): Promise<readonly Diagnosis[]> {
  const { urls, throughPooler } = config.reads
  if (urls.length === 0) return []
  const primary = await readReach({ url: databaseUrl.reveal(), throughPooler: false })
  return Promise.all(
    urls.map(async (secret): Promise<Diagnosis> => {
      const standby = { url: secret.reveal(), throughPooler }
      const part = `standby ${serverNameOf(standby.url)}`
      try {
        const { isStandby, system, log } = await readReach(standby)
        if (system !== primary.system)
          return { part, state: 'problem', says: 'it is no copy of the server that DATABASE_URL names' }
        if (!isStandby) return { part, state: 'problem', says: 'it is not in recovery: expected a standby' }
        const says = `it is ${primary.log > log ? primary.log - log : 0n} bytes of the log behind the primary`
        const hinders = primary.log > log ? await findHindrance(standby, log) : undefined
        if (hinders === undefined) return { part, state: 'ok', says }
        return { part, state: 'warning', says: `${says} and replays nothing: ${hinders}` }
      } catch (cause) {
        const reason = errorMessageOf(cause)
        return { part, state: 'warning', says: `it does not answer: ${reason}; the primary answers instead` }
      }
    }),
  )
}

/** The cause that keeps a standby from replaying more; undefined when it replays. */
async function findHindrance(standby: ServerAddress, replayed: bigint): Promise<string | undefined> {
  const more = { ...standby, log: replayed + 1n }
  if ((await untilReplayed(more, AbortSignal.timeout(STANDS_STILL_MS))) === undefined) return undefined
  return (await isReplayPaused(standby)) ? 'its replay is paused' : 'the messages of its server say why'
}
