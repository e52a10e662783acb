import { PAGES } from '#surfaces/pages/pages.ts'
import { REPORTED_MONTH } from '#test/given/monthly-report.ts'
import type { World } from '#test/world/world.ts'

/** The projects, the token or contract, and the record that pages are about. */
type Subject = Readonly<Record<'slug' | 'other' | 'address' | 'id', string>>
type PageValues = Readonly<Record<string, string>>

/** A value of each parameter that needs no record. */
const FIXED = {
  chainId: '4663',
  month: REPORTED_MONTH,
  rule: 'activity.status',
  guide: 'requests',
  operationId: 'listProjects',
  type: 'build.release',
  subject: 'payload',
  language: 'python',
} as const satisfies PageValues

/** A project whose sources were all read, and a project of which no source could be read. */
const SUBJECTS = { rich: 'lumen', poor: 'driftwood' } as const

/** The query without which a page has nothing to show. */
const QUERIES: Readonly<Record<string, string>> = { '/compare': '?slugs={slug},{other}' }

/** The values for a rich project or a poor one. */
export async function pageValuesOf(subject: keyof typeof SUBJECTS, world: World): Promise<Subject> {
  const slug = SUBJECTS[subject]
  const { body } = await world.get(`/api/projects/${slug}`)
  const token = body['token'] as { readonly contract: string }
  const { id } = (body['sources'] as readonly { readonly id: string }[])[0] ?? { id: '' }
  const ship = body['lastShip'] as { readonly evidenceId: string } | undefined
  return {
    slug,
    other: 'gantry',
    address: token.contract,
    id: ship?.evidenceId ?? `source:${id}`.replace('source:source:', 'source:'),
  }
}

/** The address of every page, about a subject. @throws Error for a parameter that has no value */
export function pageAddresses(subject: Subject): readonly string[] {
  const values: PageValues = { ...FIXED, ...subject }
  const templates = Object.values(PAGES).map(({ operation }) => String(operation.path))
  return templates.map((template) =>
    `${template}${QUERIES[template] ?? ''}`.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`${template}: no value is known for ${name}`)
      return encodeURIComponent(value)
    }),
  )
}
