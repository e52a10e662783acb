import { fail, Moved } from '#contract/errors.ts'
import type { Slug } from '#contract/ids.ts'

/**
 * What was found of a published project under a slug it has. @throws Failure not_found where nothing is published, be it
 * hidden or never seen; Moved where the slug is a former one
 */
export function published<T extends { readonly slug: Slug }>(asked: Slug, found: T | undefined): T {
  if (found === undefined) fail('not_found')
  if (found.slug !== asked) throw new Moved(found.slug)
  return found
}
