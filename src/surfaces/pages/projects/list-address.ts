import type { ListQuery } from '#views/lists/projects.ts'
import { addressWith } from '#views/site/page-address.ts'

type Chosen = { readonly [P in keyof ListQuery]?: string | readonly string[] | undefined }

export const LIST_PATH = '/projects'

/** The address of a list. Its first page has no offset. */
export function listAddress(query: Chosen, from = 0): string {
  return addressWith(LIST_PATH, { ...query, offset: from === 0 ? undefined : from })
}

/** The address of a list without one of its filters. */
export function addressWithout(query: ListQuery, parameter: keyof ListQuery): string {
  return listAddress({ ...query, [parameter]: undefined })
}

/** The parameters of a list that a form keeps while it sets another one. */
export function keptBy(
  query: ListQuery,
  given: keyof ListQuery,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(query).flatMap(([name, value]) =>
    name === given || value === undefined ? [] : [[name, String(value)] as const],
  )
}
