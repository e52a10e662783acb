import { expect, test } from 'vitest'
import { cursorOf } from '#contract/ids.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { type OperatorStatus, statusText } from './status.ts'

const NOW = toInstant('2026-11-26T00:40:00Z')
const earlier = (minutes: number) => addMs(NOW, -minutes * 60_000)
const PIPELINE: OperatorStatus['pipelines'][number] = {
  name: 'evaluate',
  state: 'fresh',
  fresh: true,
  cadenceSeconds: 10,
  lastError: null,
  lastRunAt: earlier(2),
  lastSucceededAt: earlier(2),
  dueAt: NOW,
}
const PROVIDER: OperatorStatus['providers'][number] = {
  provider: 'github',
  state: 'answering',
  fresh: true,
  lastTriedAt: earlier(3),
  lastReadAt: earlier(3),
  streams: null,
  budget: null,
  coolOffUntil: null,
  outageSince: null,
}
const STATUS: OperatorStatus = {
  now: NOW,
  version: '0.1.0',
  sandbox: false,
  chain: null,
  standbys: null,
  ledger: { cursor: cursorOf(12), lastRunAt: earlier(5) },
  pipelines: [PIPELINE],
  providers: [PROVIDER],
  newerRelease: null,
  signingProblem: null,
}

test('[R12] status says what runs: version, ledger, chain, each pipeline and each provider', () => {
  expect(statusText(STATUS).split('\n')).toEqual([
    'svc 0.1.0, at 2026-11-26T00:40:00.000Z',
    'ledger: c1.12, last complete run 5 min ago',
    'chain: never read',
    'pipelines:',
    '  fresh        evaluate               succeeded 2 min ago, every 10 s',
    'providers:',
    '  answering    github                 read 3 min ago; none of its streams is counted',
  ])
})

test('[R12] status names the newer release that runs the pipelines', () => {
  expect(statusText({ ...STATUS, newerRelease: '0.2.0 with rules 61' }).split('\n')[3]).toBe(
    'release 0.2.0 with rules 61 runs the pipelines, this one leaves them to it',
  )
})

test('[R12] status says why nothing is sent', () => {
  expect(statusText({ ...STATUS, signingProblem: 'another key, and 21 wait' }).split('\n')[3]).toBe(
    'webhooks: another key, and 21 wait',
  )
})

test('[R12] what fails or is behind comes first, with its reason and since when', () => {
  const failing = {
    ...PIPELINE,
    name: 'rank',
    state: 'failing' as const,
    lastSucceededAt: null,
    lastError: 'no room',
  }
  const outage = {
    ...PROVIDER,
    provider: 'site',
    state: 'outage' as const,
    outageSince: earlier(60),
    lastReadAt: null,
    coolOffUntil: addMs(NOW, 60_000),
    budget: { usedToday: 3, dailyLimit: 9 },
    streams: { countedAt: NOW, total: 4, fresh: 1, failing: 3, missing: 0 },
  }
  const lines = statusText({
    ...STATUS,
    pipelines: [PIPELINE, failing],
    providers: [PROVIDER, outage],
    sandbox: true,
  }).split('\n')
  expect(lines[0]).toBe('svc 0.1.0 on the sandbox, at 2026-11-26T00:40:00.000Z')
  expect(lines[4]).toBe('  failing      rank                   succeeded never, every 10 s: no room')
  expect(lines[5]).toContain('evaluate')
  expect(lines[7]).toBe(
    '  outage       site                   read never; in outage since 2026-11-25T23:40:00.000Z; not asked until 2026-11-26T00:41:00.000Z; 1 of 4 streams fresh, 3 failing, 0 missing; 3 of 9 requests used today',
  )
  expect(lines[8]).toContain('github')
})

test('[R12] a provider that was asked and never read comes before what is in order', () => {
  const unread = { ...PROVIDER, provider: 'site', state: 'never_read' as const, lastReadAt: null }
  const linesOf = (fresh: boolean | null) =>
    statusText({ ...STATUS, providers: [PROVIDER, { ...unread, fresh }] }).split('\n')
  expect(linesOf(false)[6]).toContain('site')
  expect(linesOf(null)[6]).toContain('github')
})

test('[R12] before the first reading nothing has a number', () => {
  const text = statusText({
    ...STATUS,
    ledger: { cursor: cursorOf(0), lastRunAt: null },
    pipelines: [],
    providers: [],
  })
  expect(text).toContain('ledger: c1.0, last complete run never')
  expect(text).toContain('pipelines: none is registered, no up or work has run on this database')
  expect(text).toContain('providers: none was read yet')
})
