import type { ServiceStatus } from '#contract/shapes/status.ts'
import { ageWords, instantWords } from '../words/clocks.ts'
import { listWords, numberWords, providerName, REASON_WORDS } from '../words/figures.ts'
import { outagesMarkdown } from './outage-words.ts'
import {
  cadenceWords,
  chainBlocksWords,
  NO_PIPELINE,
  NO_PROVIDER,
  noReadingReason,
  noTroubleWords,
  type PipelineStatus,
  type ProviderStatus,
  serviceStatusAnswer,
  standbyWords,
  statusTitle,
  troubledProviders,
  troubleWords,
  unknownProviders,
  unreadBecause,
  unreadReason,
} from './words.ts'

/** The page as Markdown: the answer, each provider, the outages, each pipeline, the ledger and the chain. */
export function statusMarkdown(status: ServiceStatus): string {
  const { providers, pipelines, ledger, standbys, now } = status
  return [
    `# ${statusTitle(status)}`,
    '',
    serviceStatusAnswer(status),
    '',
    '## Providers',
    '',
    ...(providers.length === 0 ? [NO_PROVIDER] : providers.map((one) => providerLine(one, status))),
    '',
    '## Outages',
    '',
    ...troubleLines(status),
    '',
    ...outagesMarkdown(status.outageCalendar),
    '## Pipelines',
    '',
    ...(pipelines.length === 0 ? [NO_PIPELINE] : pipelines.map((one) => pipelineLine(one, status))),
    '',
    '## Ledger',
    '',
    `- head: \`${ledger.cursor}\`, ${ledger.lastRunAt === null ? 'never written' : `written ${ageWords(ledger.lastRunAt, now)} (${ledger.lastRunAt})`}`,
    '',
    '## Chain',
    '',
    ...chainLines(status),
    '',
    ...(standbys === null ? [] : ['## Standbys', '', `- ${standbyWords(standbys)}`, '']),
  ].join('\n')
}

function providerLine(provider: ProviderStatus, { now }: ServiceStatus): string {
  const { state, lastReadAt, coolOffUntil, streams, budget } = provider
  const name = providerName(provider.provider)
  const until = coolOffUntil === null ? '' : ` (not asked until ${coolOffUntil})`
  const read =
    lastReadAt === null
      ? `never read, because ${unreadBecause(provider)}`
      : `read ${ageWords(lastReadAt, now)} (${lastReadAt})`
  const counts =
    streams === null
      ? `streams: unknown (${REASON_WORDS[unreadReason(provider)]})`
      : `streams: ${streams.total}, of these ${streams.fresh} fresh, ${streams.failing} failing or missing, ${streams.missing} missing`
  const requests =
    budget === null
      ? 'requests today: unknown (not recorded)'
      : `requests today: ${numberWords(budget.usedToday)} of ${numberWords(budget.dailyLimit)}`
  const known = state === 'never_read' ? 'Not known' : listWords(state)
  return `- ${name}: ${known}${until}, ${read}; ${counts}; ${requests}`
}

/** The providers that do not answer now, and the providers of which it is not known whether they answer. */
function troubleLines(status: ServiceStatus): readonly string[] {
  if (status.providers.length === 0) return [NO_PROVIDER]
  const troubled = troubledProviders(status).map((provider) => {
    const { state, outageSince } = provider
    const since = outageSince === null || state === 'cooling_off' ? '' : ` since ${outageSince}`
    const until = provider.coolOffUntil === null ? '' : `, not asked until ${provider.coolOffUntil}`
    return `- ${providerName(provider.provider)}: ${listWords(state)}${since}${until}. ${troubleWords(provider, status)}`
  })
  const unknown = unknownProviders(status).map(
    (provider) => `- ${providerName(provider.provider)}: Not known, because ${unreadBecause(provider)}.`,
  )
  const none = troubled.length === 0 ? noTroubleWords(status) : undefined
  return [
    ...(none === undefined ? [] : [none, ...(unknown.length === 0 ? [] : [''])]),
    ...troubled,
    ...unknown,
  ]
}

function pipelineLine(pipeline: PipelineStatus, { now }: ServiceStatus): string {
  const { name, state, lastRunAt, dueAt } = pipeline
  const ran = lastRunAt === null ? 'never ran' : `ran ${ageWords(lastRunAt, now)} (${lastRunAt})`
  const due = dueAt <= now ? 'due now' : `due ${ageWords(dueAt, now)}`
  return `- ${name}: ${listWords(state)}, ${ran}, ${due}, every ${cadenceWords(pipeline)}`
}

/** The blocks up to which the chain is read and published, or why they are not known. */
function chainLines({ chain, providers, now }: ServiceStatus): readonly string[] {
  if (chain === null) {
    const nodes = providers.filter(({ provider }) => provider === 'chain')
    return [`Not known, because ${REASON_WORDS[noReadingReason(nodes)]}.`]
  }
  return [
    `- Latest block: ${chain.latestBlock}`,
    `- Safe block: ${chain.safeBlock}`,
    `- Finalized block: ${chain.finalizedBlock}`,
    `- Read: ${ageWords(chain.readAt, now)} (${instantWords(chain.readAt)})`,
    '',
    chainBlocksWords(chain),
  ]
}
