import { expect, test } from 'vitest'
import type { ServiceStatus } from '#contract/shapes/status.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { statusMarkdown } from './markdown.ts'
import {
  cadenceWords,
  chainBlocksWords,
  noReadingReason,
  noTroubleWords,
  type PipelineStatus,
  type ProviderStatus,
  readingAge,
  serviceStatusAnswer,
  statusTitle,
  troubledProviders,
  troubleWords,
  unknownProviders,
  unreadProviders,
  unreadReason,
} from './words.ts'

const now = toInstant('2026-11-19T12:00:00Z')
const ago = (ms: number) => addMs(now, -ms)
const streams = { countedAt: now, total: 4, fresh: 4, failing: 0, missing: 0 }
const READ: ProviderStatus = {
  provider: 'github',
  state: 'answering',
  fresh: true,
  lastTriedAt: ago(1000),
  lastReadAt: ago(1000),
  streams,
  budget: null,
  coolOffUntil: null,
  outageSince: null,
}
const RAN: PipelineStatus = {
  name: 'ledger',
  state: 'fresh',
  fresh: true,
  cadenceSeconds: 300,
  lastRunAt: ago(60_000),
  lastSucceededAt: ago(60_000),
  dueAt: now,
}
const statusOf = (of: Partial<ServiceStatus>) =>
  ({
    now,
    providers: [READ],
    pipelines: [RAN],
    ledger: { cursor: 'c1.7', lastRunAt: now },
    outageCalendar: [],
    standbys: null,
    chain: null,
    ...of,
  }) as ServiceStatus

const OUT: ProviderStatus = { ...READ, provider: 'site', state: 'outage', fresh: false, outageSince: ago(1) }
const NEVER: ProviderStatus = {
  ...READ,
  provider: 'sourcify',
  state: 'never_read',
  fresh: null,
  lastTriedAt: null,
  lastReadAt: null,
}
const FAILED: ProviderStatus = {
  ...READ,
  provider: 'chain',
  state: 'never_read',
  fresh: false,
  lastReadAt: null,
}

test.each<[string, Partial<ServiceStatus>, string, RegExp]>([
  [
    'all fresh',
    {},
    'Fresh: 1 of 1 providers, 1 of 1 pipelines',
    /^Yes\. At least 90% of the streams of every provider were read in time or found that their source is not there,/,
  ],
  [
    'an outage',
    { providers: [READ, OUT] },
    'Not all fresh: 1 of 2 providers, 1 of 1 pipelines',
    /^Not all of them\. Not fresh now: the provider Project sites\./,
  ],
  [
    'a pipeline that failed',
    { providers: [OUT], pipelines: [{ ...RAN, state: 'failing', fresh: false }] },
    'Not all fresh: 0 of 1 providers, 0 of 1 pipelines',
    /: the provider Project sites, and the pipeline ledger\./,
  ],
  [
    'several of a kind',
    { providers: [OUT, { ...OUT, provider: 'github' }, { ...OUT, provider: 'chain' }] },
    'Not all fresh: 0 of 3 providers, 1 of 1 pipelines',
    /Not fresh now: the providers Project sites, GitHub, and Chain node\. What rests/,
  ],
  [
    'a provider that was never read',
    { providers: [READ, NEVER] },
    'Not all fresh: 1 of 2 providers, 1 of 1 pipelines',
    /^As far as is known\./,
  ],
  [
    'no provider at all',
    { providers: [] },
    'No provider is read yet: 1 of 1 pipelines are fresh',
    /^Not known\. No provider is read yet\.$/,
  ],
])('says whether figures are fresh with %s', (_, of, title, answer) => {
  expect(statusTitle(statusOf(of))).toBe(title)
  expect(serviceStatusAnswer(statusOf(of))).toMatch(answer)
})

test.each<[string, Partial<ProviderStatus>, number | undefined, string]>([
  ['read a second ago', {}, 1000, 'SOURCE_UNAVAILABLE'],
  ['read after the answer was begun', { lastReadAt: addMs(now, 5) }, 0, 'SOURCE_UNAVAILABLE'],
  ['tried and never read', { lastReadAt: null }, undefined, 'SOURCE_UNAVAILABLE'],
  ['never tried', { lastReadAt: null, lastTriedAt: null }, undefined, 'NOT_ENOUGH_YET'],
  ['without a stream', { lastReadAt: null, lastTriedAt: null, streams: null }, undefined, 'NO_SOURCE'],
])('a provider %s has its age, or the reason for none', (_, changed, age, reason) => {
  const provider = { ...READ, ...changed }
  expect(readingAge(provider, statusOf({}))).toBe(age)
  if (age === undefined) expect(unreadReason(provider)).toBe(reason)
})

test('[R53] says of a spent budget when the provider is asked again', () => {
  const spent: ProviderStatus = { ...READ, state: 'budget_spent', coolOffUntil: addMs(now, 60_000) }
  expect(troubleWords(spent, statusOf({}))).toMatch(/^Its daily budget of requests is spread over the day/)
  expect(statusMarkdown(statusOf({ providers: [spent] }))).toContain(
    '- GitHub: budget spent (not asked until 2026-11-19T12:01:00.000Z), read just now',
  )
})

test('lists the providers that do not answer, without those that were never read', () => {
  const cooling: ProviderStatus = { ...READ, state: 'cooling_off' }
  const outUnread: ProviderStatus = { ...OUT, provider: 'chain', lastReadAt: null }
  const late: ProviderStatus = { ...READ, state: 'late' }
  const status = statusOf({ providers: [READ, OUT, NEVER, cooling, FAILED, late, outUnread] })
  expect(troubledProviders(status)).toEqual([OUT, cooling, late, outUnread])
  expect(unknownProviders(status)).toEqual([NEVER, FAILED])
  expect(troubleWords(OUT, statusOf({}))).toContain('No negative conclusion')
  expect(troubleWords(outUnread, status)).toMatch(/It was never read\.$/)
  expect(troubleWords({ ...outUnread, streams: null }, status)).toMatch(/No source is read from it\.$/)
  expect(troubleWords(late, status)).toMatch(/^It was read too long ago/)
})

test('names the providers that are not read in time, also one that was asked and never read', () => {
  const status = statusOf({ providers: [READ, NEVER, FAILED, { ...OUT, outageSince: null }] })
  expect(unreadProviders(status)).toBe('Not read in time: Project sites, Chain node.')
  expect(unreadProviders(statusOf({ providers: [READ, NEVER] }))).toBeUndefined()
})

test('lists a provider that answers while too few of its streams were read', () => {
  const partly: ProviderStatus = {
    ...READ,
    fresh: false,
    streams: { total: 105, fresh: 50, failing: 55, missing: 3, countedAt: now },
  }
  expect(troubledProviders(statusOf({ providers: [READ, partly] }))).toEqual([partly])
  expect(troubleWords(partly, statusOf({}))).toMatch(
    /^Of its 105 streams only 53 were read in time or found that their source is not there\. /,
  )
})

const UNTRIED = { ...READ, lastReadAt: null, lastTriedAt: null }
test.each<[string, readonly ProviderStatus[], string]>([
  ['without a provider', [], 'NOT_ENOUGH_YET'],
  ['before the first attempt', [UNTRIED, { ...UNTRIED, streams: null }], 'NOT_ENOUGH_YET'],
  ['when an attempt failed', [UNTRIED, { ...READ, lastReadAt: null }], 'SOURCE_UNAVAILABLE'],
  ['while one was read without it', [READ], 'NOT_ENOUGH_YET'],
  ['when nothing reads any', [{ ...UNTRIED, streams: null }], 'NO_SOURCE'],
])('there is no reading of any provider %s', (_, providers, reason) => {
  expect(noReadingReason(providers)).toBe(reason)
})

test.each([
  [10, '10 s'],
  [90, '90 s'],
  [120, '2 min'],
  [3600, '1 h'],
  [86_400, '1 day'],
  [172_800, '2 days'],
])('%d seconds between runs are %s', (cadenceSeconds, words) => {
  expect(cadenceWords({ ...RAN, cadenceSeconds })).toBe(words)
})

test('the Markdown has the streams, the requests, the due runs and the blocks of the page', () => {
  const budget = { usedToday: 1200, dailyLimit: 5000 } as NonNullable<ProviderStatus['budget']>
  const chain = { latestBlock: 9, safeBlock: 8, finalizedBlock: 7, readAt: now, basis: 'tags' }
  const given = { providers: [{ ...READ, budget }, NEVER], chain: chain as ServiceStatus['chain'] }
  const text = statusMarkdown(statusOf(given))
  expect(text).toContain(
    '; streams: 4, of these 4 fresh, 0 failing or missing, 0 missing; requests today: 1,200 of 5,000',
  )
  expect(text).toContain('; requests today: unknown (not recorded)')
  expect(text).toContain('due now, every 5 min')
  for (const line of ['- Latest block: 9', '- Safe block: 8', '- Finalized block: 7'])
    expect(text).toContain(line)
  const unread = statusMarkdown(statusOf({ providers: [{ ...NEVER, provider: 'chain', streams: null }] }))
  expect(unread).toContain('## Chain\n\nNot known, because no source has it.')
  expect(unread).toContain('; streams: unknown (no source has it)')
})

test('the Markdown says what was never read or run, with the reason', () => {
  const never: PipelineStatus = { ...RAN, state: 'never_run', fresh: null, lastRunAt: null }
  const text = statusMarkdown(statusOf({ providers: [READ, NEVER], pipelines: [never] }))
  expect(text).toContain('- GitHub: answering, read just now (2026-11-19T11:59:59.000Z)')
  expect(text).toContain(
    '- Sourcify: Not known, never read, because it was not asked yet; streams: 4, of these 4 fresh, 0 failing or missing, 0 missing; requests today: unknown (not recorded)',
  )
  expect(text).toContain('- ledger: never run, never ran, due now, every 5 min')
  expect(text).toContain('## Chain\n\nNot known, because not watched for long enough yet.\n')
})

const NO_TROUBLE = 'is in an outage, limits requests or is late.'
test.each<[string, ProviderStatus[], string | undefined]>([
  ['each was asked', [READ], `No provider ${NO_TROUBLE}`],
  ['one was never asked', [READ, NEVER], `No provider that was read ${NO_TROUBLE}`],
  ['one was asked and never read', [READ, FAILED], `No provider that was read ${NO_TROUBLE}`],
  ['none was ever read', [NEVER, FAILED], undefined],
  ['none is known', [], undefined],
])('of providers without an outage, where %s, says no more than is known', (_, providers, words) => {
  expect(noTroubleWords(statusOf({ providers }))).toBe(words)
  const [, outages = ''] = statusMarkdown(statusOf({ providers })).split(/## Outages|## Pipelines/)
  expect(outages.includes(NO_TROUBLE)).toBe(words !== undefined)
  if (providers.includes(NEVER))
    expect(outages).toContain('- Sourcify: Not known, because it was not asked yet.')
  if (providers.includes(FAILED))
    expect(outages).toContain('- Chain node: Not known, because no attempt has read anything so far.')
  if (providers.length === 0) expect(outages).toContain('Not known, because no provider was read yet.')
})

test('the Markdown has running outages, and the blocks of the chain', () => {
  const chain = { latestBlock: 30, safeBlock: 20, finalizedBlock: 10, basis: 'tags', readAt: now }
  const text = statusMarkdown(statusOf({ providers: [OUT], chain: chain as ServiceStatus['chain'] }))
  expect(text).toContain(`: outage since ${OUT.outageSince}`)
  expect(text).toContain(troubleWords(OUT, statusOf({})))
  for (const line of ['- Latest block: 30', '- Safe block: 20', '- Finalized block: 10', '- Read: just now'])
    expect(text).toContain(line)
  expect(text).toContain('A finalized block is never replaced.')
})

test('the Markdown without a pipeline says so', () => {
  expect(statusMarkdown(statusOf({ pipelines: [] }))).toContain('## Pipelines\n\nNo pipeline has run yet.\n')
})

test.each([
  [{ configured: 2, inService: 2 }, 'answers are read from 2 of 2 standbys'],
  [{ configured: 2, inService: 0 }, 'no standby of 2 is in service, and the primary answers'],
])('the Markdown says where answers are read from: %j', (standbys, words) => {
  expect(statusMarkdown({ ...statusOf({}), standbys })).toContain(`## Standbys\n\n- ${words}\n`)
})

test('without standbys the Markdown says nothing of them', () => {
  expect(statusMarkdown(statusOf({}))).not.toContain('tandby')
})

test.each([
  ['tags', 'A finalized block is never replaced.'],
  ['fallback', 'so the service counts back from the latest block.'],
] as const)('says what the blocks of the chain mean where they come from %s', (basis, end) => {
  const words = chainBlocksWords({ basis } as NonNullable<ServiceStatus['chain']>)
  expect(words.startsWith('On-chain facts are published up to the safe block.')).toBe(true)
  expect(words.endsWith(end)).toBe(true)
})
