import { Failure, fail } from '#contract/errors.ts'
import { parseAddress, parseSlug } from '#contract/ids.ts'
import type { Output } from '#contract/operations/index.ts'
import type { Ask, AskedInput, AskedName } from '../../protocol.ts'

/**
 * Asks a read of one project. Words that are no published slug are looked up as a name, symbol or contract.
 * @throws Failure not_found, and ambiguous_name with candidates
 */
export async function askProject<N extends AskedName>(
  of: { readonly name: N; readonly words: string; readonly query?: AskedInput['query'] },
  ask: Ask,
): Promise<Output<N>> {
  const { name, words, query = {} } = of
  try {
    if (parseSlug(words) !== undefined) return await ask(name, { path: { slug: words }, query })
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'not_found') throw thrown
  }
  return ask(name, { path: { slug: await findSlug(words, ask) }, query })
}

/** The slug of the one published project that words name. */
async function findSlug(words: string, ask: Ask): Promise<string> {
  const named = parseAddress(words) === undefined ? { project: words } : { contract: words }
  const { subject } = await ask('agentCapability', { path: { capability: 'builder_status' }, query: named })
  return subject === undefined ? fail('not_found') : subject.slug
}
