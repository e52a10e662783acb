import { CHAIN_ID } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { InputOf } from '#contract/operation.ts'
import { anyChain, required, tokenAddress } from '#contract/parameters/parameter.ts'
import type { ScanCard } from '#contract/shapes/scan-card.ts'
import { isHeldContract } from '#reads/resting.ts'
import { readScan } from '#reads/scan.ts'
import { readToken } from '#reads/token.ts'
import { tokenPage } from '#views/site/pages.ts'
import { sharedToken, tokenText, tokenTitle } from '#views/token/text.ts'
import { html } from './markup.ts'
import { asJson, definePage, type Head, type LoadDeps, pageAt } from './page.ts'
import { loadLocks, locksOf } from './project/locks.ts'
import { NO_READINGS, type Sheet } from './sheet.ts'
import { tokenCoverageOf, tokenMarketOf } from './token/coverage.ts'
import { notPublished, publishedOf } from './token/introduction.ts'

const operation = pageAt({
  name: 'tokenPage',
  path: '/token/{chainId}/{address}',
  summary: 'Get the page of a token',
  input: { path: { chainId: required(anyChain()), address: required(tokenAddress()) }, query: {} },
})

type Query = InputOf<typeof operation>
/** The scan of a token, its lookup on the indexed chain, its locks, and whether its contract has a page. */
type TokenAnswers = Awaited<ReturnType<typeof load>>

async function load({ chainId, address }: Query, deps: LoadDeps) {
  const isIndexed = chainId === CHAIN_ID
  const [scan, lookup, held] = await Promise.all([
    readScan({ token: address, chain: chainId }, deps),
    isIndexed ? readToken({ chainId: CHAIN_ID, address }, deps) : undefined,
    isIndexed ? isHeldContract(address, deps) : false,
  ])
  const project = lookup?.project
  const locks = project === undefined ? undefined : await loadLocks(project.slug, deps)
  return { scan: scan as ScanCard, lookup, held, locks }
}

/** The page of a token: whether a project is published for it. It answers for every address. */
export const token = definePage({
  operation,
  address: ({ chainId, address }) => tokenPage(address, chainId),
  load,
  readings: ({ locks }: TokenAnswers) => (locks === undefined ? NO_READINGS : locks.readings),
  head: ({ scan, lookup }: TokenAnswers): Head => {
    const { chain_id: chain, contract_address: address } = scan
    const lookups = asJson(`/api${tokenPage(address)}`, 'Lookup as JSON')
    const scanned = `/api/v1/scan?token=${address}${chain === CHAIN_ID ? '' : `&chain=${chain}`}`
    return {
      title: tokenTitle({ scan, lookup }),
      description:
        'Whether a project is published for this token, and whether the project names it as its own.',
      canonical: tokenPage(address, chain),
      alternates: [
        ...(lookup === undefined ? [] : [lookups]),
        asJson(scanned, 'Scan as JSON'),
        ...(lookup?.project === undefined
          ? []
          : [asJson(`/api/projects/${lookup.project.slug}/snapshot`, 'Snapshot of the project as JSON')]),
      ],
    }
  },
  body: (
    answers: TokenAnswers,
    sheet,
  ) => html`${answers.lookup?.status === 'published' ? publishedOf(answers.lookup, answers, sheet) : notPublished(answers.scan, answers)}
${tokenCoverageOf(answers.scan, sheet)}
${answers.locks !== undefined && locksOf(answers.locks, sheet)}
${tokenMarketOf(answers.scan, sheet)}
<p class="note">${answers.scan.disclaimer}</p>`,
  markdown: ({ locks, ...answers }: TokenAnswers, { site }: Sheet) =>
    tokenText({ ...answers, ...known({ locks }) }, site),
  shared: sharedToken,
})
