import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getStatements } from '#records/project/statements.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { useProviderWorld } from '#test/providers/provider-world.ts'
import { answerNamed, expectAllUsed, PROXY_CASES, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { siteDeclarations } from './declarations.ts'
import { siteToken } from './token.ts'

const recorded = await recordedAnswers('site')
const home = 'https://lumen.example'
const first = toInstant('2026-11-18T00:00:00Z')
const token = `0x${'0'.repeat(38)}a1` as ContractAddress
const NOT_FOUND: Scripted = { status: 404, headers: { 'content-type': 'text/html' }, body: '' }
const world = useProviderWorld()
let stored: StoredProject
const { parserThread } = world

beforeEach(async () => {
  await world.database.deleteFrom('tokens').execute()
  stored = await storeProject({ kind: 'website', locator: home, token: { address: token } }, world.database)
})

const named = (name: string) => answerNamed(name, recorded)
/** One reading of a site with these answers for its home page and robots.txt. It has no other page. */
function read(
  collector: typeof siteToken,
  answers: { front: Scripted; robots?: Scripted; now: Instant; position?: unknown },
) {
  const { front, robots = NOT_FOUND, now, position } = answers
  world.server.answer = ({ url }) => {
    if (url === '/robots.txt') return robots
    return url === '/' ? front : NOT_FOUND
  }
  return readOnce(
    { collector, stored, locator: home, now, position },
    { deps: { parserThread }, database: world.database, connectTo: `example=${world.server.url}` },
  )
}
/** A reading of the home page, after one in which it named the token. */
async function readAfterNaming(front: Scripted, robots?: Scripted) {
  const { position } = await read(siteToken, { front: named('home'), now: first })
  return read(siteToken, { front, ...(robots && { robots }), position, now: addMs(first, DAY_MS) })
}
const statements = async () =>
  (await getOfProject({ projectId: stored.projectId, get: getStatements }, world.database)).map(
    ({ kind, names, withdrawn }) => [kind, names, withdrawn === null],
  )
const NAMED = [['token_named', token, true]]

const READ = ['home', 'home-without-claims', 'nginx-welcome', 'cloudflare-detections', 'imperva-behind']
const UNREAD: readonly (readonly [name: string, outcome: string, detail: string])[] = [
  ['gone', 'missing', 'not there (410)'],
  ['github-pages-not-found', 'missing', 'not there (404)'],
  ['vercel-not-found', 'missing', 'not there (404)'],
  ['netlify-not-found', 'missing', 'not there (404)'],
  ['bucket-gone', 'missing', 'not there (404)'],
  ['soft-not-found', 'error', 'says it is not there'],
  ['empty-page', 'error', 'no readable HTML'],
  ['json-home', 'error', 'not HTML'],
  ['no-type', 'error', 'not HTML'],
  ['moved-elsewhere', 'error', 'moved to another site'],
  ['vercel-disabled', 'unavailable', 'refused (402)'],
  ['password-wanted', 'unavailable', 'refused (401)'],
  ['forbidden', 'unavailable', 'refused (403)'],
  ['legal-reasons', 'unavailable', 'refused (451)'],
  ['limit', 'rate_limited', 'limited (429)'],
  ['anubis-challenge', 'unavailable', 'challenged (200)'],
  ['anubis-refusal', 'unavailable', 'challenged (200)'],
  ['imperva-incident', 'unavailable', 'challenged (200)'],
  ['imperva-script', 'unavailable', 'challenged (200)'],
  ['testcookie', 'unavailable', 'challenged (200)'],
  ['cloudflare-interstitial', 'unavailable', 'challenged (200)'],
  ['sucuri-redirect', 'unavailable', 'challenged (200)'],
  ['godaddy-parked', 'unavailable', 'parked (200)'],
]
const ROBOTS: readonly (readonly [name: string, outcome: string])[] = [
  ['robots-example', 'fresh'],
  ['robots-refusal', 'disallowed'],
  ['robots-own-refusal', 'disallowed'],
]

test('every recorded answer is used, and names its source', () => {
  expectAllUsed([...READ, ...[...UNREAD, ...ROBOTS].map(([name]) => name)], recorded)
})

test('a page that names the token is a statement of the site', async () => {
  expect(await read(siteToken, { front: named('home'), now: first })).toMatchObject({ outcome: 'fresh' })
  expect(await statements()).toEqual(NAMED)
})

test.each(READ.filter((name) => name !== 'home'))('an answer %s is read and names nothing', async (name) => {
  expect(await read(siteToken, { front: named(name), now: first })).toMatchObject({ outcome: 'fresh' })
  expect(await statements()).toEqual([])
})

test.each(UNREAD)('[R30] an answer %s is %s and ends no statement', async (name, outcome, detail) => {
  expect(await readAfterNaming(named(name))).toMatchObject({ outcome, detail })
  expect(await statements()).toEqual(NAMED)
})

test.each(UNREAD)('[R30] the declarations of a site that answers %s are %s', async (name, outcome) => {
  await read(siteDeclarations, { front: named('home'), now: first })
  const collected = await read(siteDeclarations, { front: named(name), now: addMs(first, DAY_MS) })
  expect(collected).toMatchObject({ outcome })
  const row = await world.database
    .selectFrom('site_readings')
    .select(['observed_at', 'parts'])
    .where('source_id', '=', stored.sourceId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ parts: { links: { entries: ['/docs'] } } })
})

test.each(ROBOTS)('a robots.txt as in %s makes the site %s', async (name, outcome) => {
  expect(await readAfterNaming(named('home'), named(name))).toMatchObject({ outcome })
  expect(await statements()).toEqual(NAMED)
})

/**
 * The outcome of a site's reading for each answer of a proxy in front of it. The site collector has no policy for
 * proxies: it takes a 404 for the site's, and a page for a page.
 */
const BEFORE_A_SITE = PROXY_CASES.map(([name, , answer]) => {
  if (name === 'sign-in-page') return [name, 'fresh', answer] as const
  if (name.startsWith('cloudflare-limit')) return [name, 'rate_limited', answer] as const
  return [name, answer.status === 404 ? 'missing' : 'unavailable', answer] as const
})

test.each(BEFORE_A_SITE)('[R27] [R36] a proxy’s answer %s is %s', async (_, outcome, answer) => {
  expect(await readAfterNaming(answer)).toMatchObject({ outcome })
  expect(await statements()).toEqual(NAMED)
})

test.each(BEFORE_A_SITE.filter(([, outcome]) => outcome === 'unavailable' || outcome === 'rate_limited'))(
  'while a proxy answers %s for robots.txt, no page of the site is asked for',
  async (name, outcome, answer) => {
    const asked = world.server.asked.length
    const collected = await read(siteToken, { front: named('home'), robots: answer, now: first })
    const isRefusal = name === 'cloudflare-banned'
    expect(collected.outcome).toBe(isRefusal ? 'fresh' : outcome)
    expect(world.server.asked.slice(asked)).toEqual(isRefusal ? ['/robots.txt', '/'] : ['/robots.txt'])
  },
)
