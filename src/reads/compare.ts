import { fail } from '#contract/errors.ts'
import type { Slug } from '#contract/ids.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { getCompared } from '#records/project/compared.ts'
import { comparison } from '#views/lists/comparison.ts'
import type { ReadDeps } from './deps.ts'

export async function readCompare(input: Input<'compare'>, deps: ReadDeps): Promise<Output<'compare'>> {
  const found = await getCompared(input.slugs, deps.reader)
  const missing = input.slugs.filter((slug) => !found.has(slug))
  if (missing.length > 0) {
    fail('not_found', {
      message: 'No project is published under a slug of `slugs`: detail.missing names each.',
      detail: { missing },
    })
  }
  const records = input.slugs.map((slug) => found.get(slug)).filter((record) => record !== undefined)
  refuseTwice(
    records.map(({ slug }) => slug),
    { parameter: 'slugs', expected: 'slugs of different projects; one is named twice' },
  )
  return comparison({ records, claims: input.claims, ignoredParameters: input.ignoredParameters }, deps)
}

/** Refuses a project that a parameter names twice, such as by two of its slugs. */
export function refuseTwice(
  slugs: readonly Slug[],
  refused: { readonly parameter: string; readonly expected: string },
): void {
  const twice = slugs.find((slug, index) => slugs.indexOf(slug) < index)
  if (twice !== undefined) fail('invalid_parameter', { detail: { ...refused, twice } })
}
