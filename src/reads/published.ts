import { fail, Moved } from '#contract/errors.ts'
import type { Slug } from '#contract/ids.ts'

/**
 * Returns the record that was found, if `slug` is the current slug of a published project.
 * @throws Failure not_found for a hidden or unknown project; Moved for a former slug
 */
export function published<T extends { readonly slug: Slug }>(slug: Slug, found: T | undefined): T {
  if (found === undefined) fail('not_found')
  if (found.slug !== slug) throw new Moved(found.slug)
  return found
}
