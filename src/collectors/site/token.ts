import { parseAddress } from '#contract/ids.ts'
import { getTokensOfSource, saveClaims, withdrawUnsaid } from '#records/project/claims.ts'
import type { ClaimedStream, Collected, Collector } from '../collector.ts'
import type { HttpDeps } from '../http.ts'
import { digestOf } from '../json-answer.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { type PageNaming, type Said, standingClaims, tokenClaims } from './claims.ts'
import { homeUrl } from './home-url.ts'
import { namedAddresses } from './naming.ts'
import { openPage, type ReadPage } from './read-page.ts'
import { readRobots } from './robots.ts'

const PROVIDER = 'site'
const TOKEN_PATH = /^\/token\/?$/i

/** What a project's site says of its token, on its home page and its token page. */
export const siteToken: Collector<HttpDeps> = {
  kind: 'website',
  stream: 'token_naming',
  provider: PROVIDER,
  cadenceSeconds: 24 * 3600,
  coverage: 'snapshot',
  collect: collectNaming,
}

async function collectNaming(claimed: ClaimedStream, deps: HttpDeps): Promise<Collected> {
  const home = homeUrl(claimed.locator)
  if (home === undefined) return { outcome: 'error', detail: 'no web address in the locator' }
  const robots = await readRobots({ home }, deps)
  if (robots.kind === 'failed') return robots.collected
  const front = await openPage({ url: home, robots }, deps)
  if (front.kind === 'failed') return front.collected
  if (front.kind === 'absent') return { outcome: front.soft ? 'error' : 'missing', detail: front.detail }
  const before = toSaid(claimed.position)
  const linked = tokenPageOf(front, home)
  const tokenUrl = linked ?? textAt(claimed.position, 'tokenUrl')
  const pages = [naming(home, front)]
  if (tokenUrl !== undefined) {
    const page = await openPage({ url: tokenUrl, robots }, deps)
    if (page.kind === 'failed') return partly(page.collected, { claimed, pages })
    pages.push(naming(tokenUrl, page.kind === 'absent' || page.body === front.body ? undefined : page))
  }
  const said = pages.flatMap(({ url, named }) => named.map(({ address }) => ({ url, address })))
  const keepsTokenPage = linked !== undefined || [...said, ...before].some(({ url }) => url === tokenUrl)
  return {
    outcome: 'fresh',
    digest: digestOf(JSON.stringify(pages)),
    position: { said, ...(keepsTokenPage && { tokenUrl }) },
    save: saving({ claimed, pages, before }),
  }
}

/**
 * The token page was not read. Where the site forbids it for good, what the home page says of our token is kept: it
 * names it whatever the other page says. Nothing else is concluded.
 */
function partly(
  collected: Collected,
  read: { readonly claimed: ClaimedStream; readonly pages: readonly PageNaming[] },
): Collected {
  if (collected.outcome !== 'disallowed') return collected
  const { projectId, sourceId } = read.claimed
  return {
    ...collected,
    save: async (writer, { now }) => {
      const own = await getTokensOfSource({ sourceId }, writer)
      const claims = tokenClaims({ projectId, sourceId, own, pages: read.pages, observedAt: now })
      await saveClaims(
        claims.filter(({ kind }) => kind === 'token_named'),
        writer,
      )
    },
  }
}

function naming(url: string, page: ReadPage | undefined): PageNaming {
  return { url, named: page === undefined ? [] : namedAddresses(page.page.lines) }
}

function saving(input: {
  claimed: ClaimedStream
  pages: readonly PageNaming[]
  before: readonly Said[]
}): NonNullable<Collected['save']> {
  const { pages, before } = input
  const { projectId, sourceId } = input.claimed
  return async (writer, { now }) => {
    const own = await getTokensOfSource({ sourceId }, writer)
    const claims = tokenClaims({ projectId, sourceId, own, pages, observedAt: now })
    await saveClaims(claims, writer)
    await withdrawUnsaid(
      {
        sourceId,
        urls: pages.map(({ url }) => url),
        except: standingClaims({ claims, before, pages }, projectId),
        reason: 'no longer on the page',
        now,
      },
      writer,
    )
  }
}

function tokenPageOf(front: ReadPage, home: string): string | undefined {
  const link = front.page.links.find((href) => {
    const url = new URL(href)
    return url.hostname === new URL(front.url).hostname && TOKEN_PATH.test(url.pathname)
  })
  return link && new URL(new URL(link).pathname, home).href.replace(/\/$/, '')
}

function toSaid(position: unknown): readonly Said[] {
  const said = fieldAt(position, 'said')
  if (!Array.isArray(said)) return []
  return said.flatMap((one) => {
    const url = textAt(one, 'url')
    const address = parseAddress(textAt(one, 'address') ?? '')
    return url === undefined || address === undefined ? [] : [{ url, address }]
  })
}
