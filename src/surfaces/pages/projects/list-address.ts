import { addressWith } from '#views/page-address.ts'
import type { ListQuery } from '#views/project-list.ts'

type Chosen = { readonly [P in keyof ListQuery]?: string | readonly string[] | undefined }

export const LIST_PATH = '/projects'

/** The address of a list. Its first page has no offset. */
export function listAddress(query: Chosen, from = 0): string {
  return addressWith(LIST_PATH, { ...query, offset: from === 0 ? undefined : from })
}
