import { type Ask, eachOf } from './observe.ts'

/** Reads the addresses that the home page of each site links. Empty for a site that does not answer. */
export async function readHomes(
  ask: Ask,
  sites: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const homes = await eachOf(sites, async (site) => {
    const { host, pathname } = new URL(site)
    const { status, value } = await ask({ provider: 'sites', path: pathname, host })
    const page = status === 200 && typeof value === 'string' ? value : ''
    const linked = [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, site).href,
    )
    return [site, linked] as const
  })
  return new Map(homes)
}
