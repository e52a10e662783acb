import { ZERO_ADDRESS } from '#contract/ids.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { findPublishedToken } from '#records/project/tokens.ts'
import { publishedToken, unknownToken } from '#views/token/lookup.ts'
import type { ReadDeps } from './deps.ts'

export async function readToken(input: Input<'token'>, deps: ReadDeps): Promise<Output<'token'>> {
  const { address } = input
  if (address === ZERO_ADDRESS) return unknownToken(address, 'not_a_token')
  const record = await findPublishedToken(address, deps.reader)
  return record === undefined ? unknownToken(address, 'unpublished') : publishedToken(record, deps)
}
