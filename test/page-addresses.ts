import { PAGES } from '#surfaces/pages/pages.ts'
import { REPORTED_MONTH } from './monthly-report.ts'
import type { World } from './world.ts'

/** A value of each parameter of the addresses of pages. */
type PageValues = Readonly<Record<string, string>>

/** A project whose every source was read, and one of which nothing could be. */
const SUBJECTS = { rich: 'lumen', poor: 'driftwood' } as const

/** The query without which a page has nothing to show. */
const QUERIES: Readonly<Record<string, string>> = { '/compare': '?slugs={slug},{other}' }

/** The values for a rich project or a poor one. */
export async function pageValuesOf(subject: keyof typeof SUBJECTS, world: World): Promise<PageValues> {
  const slug = SUBJECTS[subject]
  const { body } = await world.get(`/api/projects/${slug}`)
  const token = body['token'] as { readonly contract: string }
  const { id } = (body['sources'] as readonly { readonly id: string }[])[0] ?? { id: '' }
  const ship = body['lastShip'] as { readonly evidenceId: string } | undefined
  return {
    slug,
    other: 'gantry',
    chainId: '4663',
    address: token.contract,
    month: REPORTED_MONTH,
    id: ship?.evidenceId ?? `source:${id}`.replace('source:source:', 'source:'),
    rule: 'activity.status',
    guide: 'requests',
    operationId: 'listProjects',
    type: 'build.release',
    subject: 'payload',
    language: 'python',
  }
}

/** The address of every page, with these values. @throws Error for a parameter that has none */
export function pageAddresses(values: PageValues): readonly string[] {
  const templates = Object.values(PAGES).map(({ operation }) => String(operation.path))
  return templates.map((template) =>
    `${template}${QUERIES[template] ?? ''}`.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${template}: no value is known for ${name}`)
      return encodeURIComponent(value)
    }),
  )
}
