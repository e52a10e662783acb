import { hash } from 'node:crypto'
import { parseAddress } from '#contract/ids.ts'
import { isOfSite, pathBelow } from '#domain/site/declarations.ts'
import { saveStatements, withdrawMissingStatements } from '#records/project/statements.ts'
import { getTokensOfSource } from '#records/project/tokens.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { homeUrl } from './home-url.ts'
import { namedAddresses } from './naming.ts'
import { openPage, type ReadPage } from './read-page.ts'
import type { SiteDeps } from './request.ts'
import { readRobots } from './robots.ts'
import { type PageNaming, pageStatements, type StatedAddress, standingStatements } from './statements.ts'

const TOKEN_PATH = /^\/token\/?$/i

/** A project site's statements about its token, on its home page and its token page. */
export const siteToken: Collector<SiteDeps> = {
  kind: 'website',
  stream: 'token_naming',
  provider: 'site',
  cadenceSeconds: 24 * 3600,
  coverage: 'present_state',
  collect: collectNaming,
}

async function collectNaming(leased: StreamToRead, deps: SiteDeps): Promise<Collected> {
  const home = homeUrl(leased.locator)
  if (home === undefined) return { outcome: 'error', detail: 'no web address in the locator' }
  const robots = await readRobots({ home }, deps)
  if (robots.kind === 'failed') return robots.collected
  const front = await openPage({ url: home, robots }, deps)
  if (front.kind !== 'page') return front.collected
  const before = parseStated(leased.position)
  const linked = tokenPageOf(front, home)
  const tokenUrl = linked ?? textAt(leased.position, 'tokenUrl')
  const pages = [naming(home, front)]
  if (tokenUrl !== undefined && !isOfSite(new URL(tokenUrl), new URL(home)))
    pages.push(naming(tokenUrl, undefined))
  else if (tokenUrl !== undefined) {
    const page = await openPage({ url: tokenUrl, robots }, deps)
    if (page.kind === 'failed') return partly(page.collected, { leased, pages })
    pages.push(naming(tokenUrl, page.kind === 'absent' || page.body === front.body ? undefined : page))
  }
  const stated = pages.flatMap(({ url, named }) => named.map(({ address }) => ({ url, address })))
  const keepsTokenPage = linked !== undefined || [...stated, ...before].some(({ url }) => url === tokenUrl)
  return {
    outcome: 'fresh',
    digest: hash('sha256', JSON.stringify(pages)),
    position: { stated, ...(keepsTokenPage && { tokenUrl }) },
    save: saving({ leased, pages, before }),
  }
}

/**
 * The reading when the token page was not read. If robots.txt forbids that page, the home page's statement about our
 * token is stored, because the token page cannot change it. Nothing else is concluded.
 */
function partly(
  collected: Collected,
  read: { readonly leased: StreamToRead; readonly pages: readonly PageNaming[] },
): Collected {
  if (collected.outcome !== 'disallowed') return collected
  const { projectId, sourceId } = read.leased
  return {
    ...collected,
    save: async (writer, { now }) => {
      const own = await getTokensOfSource({ sourceId }, writer)
      const statements = pageStatements({ projectId, sourceId, own, pages: read.pages, observedAt: now })
      await saveStatements(
        statements.filter(({ kind }) => kind === 'token_named'),
        writer,
      )
    },
  }
}

function naming(url: string, page: ReadPage | undefined): PageNaming {
  return { url, named: page === undefined ? [] : namedAddresses(page.page.lines) }
}

function saving(input: {
  leased: StreamToRead
  pages: readonly PageNaming[]
  before: readonly StatedAddress[]
}): NonNullable<Collected['save']> {
  const { pages, before } = input
  const { projectId, sourceId } = input.leased
  return async (writer, { now }) => {
    const own = await getTokensOfSource({ sourceId }, writer)
    const statements = pageStatements({ projectId, sourceId, own, pages, observedAt: now })
    await saveStatements(statements, writer)
    await withdrawMissingStatements(
      {
        sourceId,
        urls: pages.map(({ url }) => url),
        except: standingStatements({ statements, before, pages }, projectId),
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
    const isHere = url.hostname === new URL(front.url).hostname && isOfSite(url, new URL(home))
    return isHere && TOKEN_PATH.test(pathBelow(url, new URL(home)))
  })
  return link && new URL(new URL(link).pathname, home).href.replace(/\/$/, '')
}

function parseStated(position: unknown): readonly StatedAddress[] {
  const stated = fieldAt(position, 'stated')
  if (!Array.isArray(stated)) return []
  return stated.flatMap((one) => {
    const url = textAt(one, 'url')
    const address = parseAddress(textAt(one, 'address') ?? '')
    return url === undefined || address === undefined ? [] : [{ url, address }]
  })
}
