import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SourceKind } from '#contract/enums.ts'
import { type ContractAddress, type Slug, toAddress } from '#contract/ids.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import { runLedger } from '#ledger/write.ts'
import { findHeldContract } from '#records/contracts/held-contracts.ts'
import { inTransaction } from '#records/database.ts'
import { saveMarketReading } from '#records/market/readings.ts'
import { loadCardEvidence } from '#records/project/card-evidence.ts'
import { getNamedProjects } from '#records/project/search.ts'
import { saveStatements, withdrawMissingStatements } from '#records/project/statements.ts'
import { findPublishedToken } from '#records/project/tokens.ts'
import { evaluateAt } from '#test/given/evaluate-at.ts'
import { aStream, DEFAULT_NOW } from '#test/given/records.ts'
import { fileLedger, ledgerFaults, revisionsOf } from '#test/webhooks/ledger.ts'
import { applyCatalogue } from './catalogue.ts'

const SITE = 'https://kitehouse.example'
const [FORMER, PRESENT] = [
  toAddress('0x00000000000000000000000000000000000000a1'),
  toAddress('0x00000000000000000000000000000000000000b2'),
]
const hour = (n: number) => addMs(DEFAULT_NOW, n * HOUR_MS)
const { database } = await fileLedger()

async function applyToken(token: ContractAddress | null, now: Instant): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-token-'))
  const text = `slug: kitehouse
name: Kitehouse
state: published
${token === null ? '' : `token: { address: "${token}" }`}
sources:
  - { kind: website, locator: "${SITE}", established: { by: operator_review, on: 2026-07-20 }, counted: true }
`
  await writeFile(join(directory, 'kitehouse.yaml'), text)
  const lockers = [toAddress('0x00000000000000000000000000000000000000ff')]
  await applyCatalogue(directory, { database, now, lockers })
  await rm(directory, { recursive: true })
  const slug = 'kitehouse' as Slug
  const { id } = await database
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  return id
}

const sourceAt = async (kind: SourceKind, locator: string) => {
  const { id } = await database
    .selectFrom('sources')
    .select('id')
    .where('kind', '=', kind)
    .where('locator', '=', locator)
    .executeTakeFirstOrThrow()
  return id
}

/** Reads the site while the project's token is `token`. The site names `PRESENT`. */
async function readSite(projectId: string, token: ContractAddress, now: Instant): Promise<void> {
  const sourceId = await sourceAt('website', SITE)
  await database
    .updateTable('source_streams')
    .set({ first_ok_at: now, last_ok_at: now, last_tried_at: now, last_outcome: 'fresh', due_at: hour(100) })
    .where('source_id', '=', sourceId)
    .execute()
  await inTransaction(database, async (writer) => {
    const urls = [SITE]
    await withdrawMissingStatements(
      { sourceId, urls, except: [], reason: 'no longer on the page', now },
      writer,
    )
    const kind = token === PRESENT ? 'token_named' : 'other_token_named'
    const statement = {
      projectId,
      sourceId,
      kind,
      by: 'site',
      statement: 'The page names it.',
      url: SITE,
      statedOn: null,
      names: PRESENT,
      observedAt: now,
    } as const
    await saveStatements([statement], writer)
  })
}

/** Market readings of two hours, with trades if there is liquidity. */
async function readMarket(projectId: string, address: ContractAddress, now: Instant, liquidityUsd: number) {
  const sourceId = await sourceAt('market', `dexscreener:${address}`)
  const trades = liquidityUsd > 0 ? 40 : 0
  const figures = {
    pools: 1,
    priceUsd: 1,
    liquidityUsd,
    volume24hUsd: trades * 100,
    trades24h: trades,
    valuation: null,
    poolLiquidityUsd: { '0xpool': liquidityUsd },
  }
  await inTransaction(database, async (writer) => {
    for (const before of [2, 1, 0]) {
      const observedAt = addMs(now, -before * HOUR_MS)
      const reading = { ...figures, sourceId, projectId, address, provider: 'dexscreener', observedAt }
      await saveMarketReading(reading, writer)
    }
  })
}

/** The verdict and the market that a contract's card answers; undefined where nothing is published for it. */
async function cardOf(address: ContractAddress): Promise<readonly unknown[] | undefined> {
  const { record } = await loadCardEvidence(address, database)
  const looked = await findPublishedToken(address, database)
  expect(looked?.evidence).toEqual(record?.evidence)
  if (record === undefined) return undefined
  const { tokenVerification, market } = record.evidence
  const verdict = tokenVerification.kind === 'UNKNOWN' ? tokenVerification.reason : tokenVerification.value
  return [verdict, market.kind === 'UNKNOWN' ? market.reason : market.value.status]
}

/** The tokens of the projects that a search for a contract finds. */
async function foundBy(words: ContractAddress): Promise<readonly (ContractAddress | undefined)[]> {
  const found = await getNamedProjects({ words, limit: 8 }, database)
  return found.map(({ token }) => token?.address)
}

/** The moves that the ledger announces of the token and its market, also those that it retracted. */
async function movesOf(projectId: string): Promise<readonly string[]> {
  const rows = await revisionsOf(projectId, database)
  return rows
    .filter(({ type }) => type === 'token.verification_changed' || type === 'market.status_changed')
    .map(({ contract, summary, op }) => `${op} ${contract}: ${summary}`)
}

const evaluate = async (projectId: string, now: Instant) => {
  await evaluateAt({ projectId, now }, database)
  await runLedger({ now }, { database })
}

test('the card of a contract is never of the token that the project has instead', async () => {
  const id = await applyToken(FORMER, hour(0))
  const site = await sourceAt('website', SITE)
  const naming = { source_id: site, stream: 'token_naming', provider: 'site' }
  await aStream({ ...naming, coverage: 'present_state', cadence_seconds: 24 * 3600 }, database)
  await readSite(id, FORMER, hour(3))
  await readMarket(id, FORMER, hour(3), 0)
  await evaluate(id, hour(3))
  const mismatch = { status: 'MISMATCH', reason: 'site_names_another' }
  expect(await cardOf(FORMER)).toEqual([mismatch, 'NO_TRADING'])

  // Applied, and nothing was read or evaluated since: neither card has a verdict or a market of the other contract.
  await applyToken(PRESENT, hour(4))
  expect(await cardOf(FORMER)).toBeUndefined()
  expect(await cardOf(PRESENT)).toEqual([{ status: 'UNVERIFIED', reason: 'self_reported' }, 'NOT_ENOUGH_YET'])
  expect([await foundBy(FORMER), await foundBy(PRESENT)]).toEqual([[], [PRESENT]])
  const due = database.selectFrom('source_streams').select(['due_at', 'last_tried_at'])
  expect(await due.where('source_id', '=', site).executeTakeFirst()).toEqual({
    due_at: '1970-01-01T00:00:00.000Z',
    last_tried_at: null,
  })

  await readSite(id, PRESENT, hour(7))
  await readMarket(id, PRESENT, hour(7), 50_000)
  await evaluate(id, hour(7))
  expect(await cardOf(FORMER)).toBeUndefined()
  const verified = { status: 'VERIFIED', reason: 'site_names_token' }
  expect(await cardOf(PRESENT)).toEqual([verified, 'LIVE'])
  expect(await movesOf(id)).toEqual([])

  // Back to the former one: its own market, and nothing of the site until it is read for it.
  await applyToken(FORMER, hour(8))
  expect(await cardOf(PRESENT)).toBeUndefined()
  expect(await cardOf(FORMER)).toEqual([{ status: 'UNVERIFIED', reason: 'not_checked' }, 'NO_TRADING'])
  await readSite(id, FORMER, hour(9))
  await evaluate(id, hour(9))
  expect(await cardOf(FORMER)).toEqual([mismatch, 'NO_TRADING'])
  expect(await movesOf(id)).toEqual([])

  await applyToken(null, hour(10))
  expect([await cardOf(FORMER), await cardOf(PRESENT)]).toEqual([undefined, undefined])
  expect(await findHeldContract(FORMER, database)).toBeUndefined()

  // An equal verdict about another token is another conclusion, with evidence of its own.
  const third = toAddress('0x00000000000000000000000000000000000000c3')
  await applyToken(FORMER, hour(11))
  await applyToken(third, hour(12))
  const verdicts = await database
    .selectFrom('evaluations')
    .select(['value', sql<string>`inputs ->> 'token'`.as('token')])
    .where('fact', '=', 'token.verification')
    .orderBy('evaluated_at', 'desc')
    .limit(2)
    .execute()
  const unread = { ...mismatch, confirmed: false }
  expect(verdicts).toEqual([
    { value: unread, token: third },
    { value: unread, token: FORMER },
  ])
  expect(await ledgerFaults(database)).toEqual([])
})
