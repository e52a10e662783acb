import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Collected, Collector } from '../collector.ts'
import type { HttpDeps } from '../http.ts'
import { requestJson } from '../json-answer.ts'
import type { ParserThread } from '../parser-thread/parser-thread.ts'
import { type AddressedStream, atAddressOf } from '../provider-locator.ts'
import { collectedSource } from '../verified-source/collected.ts'

const PROVIDER = 'sourcify'

export type SourcifyDeps = HttpDeps & {
  readonly parserThread: ParserThread
  readonly providers: { readonly sourcifyUrl: string }
}

/** Verified source of a contract at Sourcify. */
export const sourcifyContract: Collector<SourcifyDeps> = {
  kind: 'explorer',
  stream: 'verified_source',
  provider: PROVIDER,
  cadenceSeconds: 6 * 3600,
  coverage: 'present_state',
  collect: atAddressOf(PROVIDER, collectContract),
}

/** Requests a contract of the chain. `fields` names fields that the answer has only on request. */
export function requestSourcify(
  { contract, fields }: { readonly contract: ContractAddress; readonly fields?: 'abi' },
  deps: SourcifyDeps,
): ReturnType<typeof requestJson> {
  const query = fields === undefined ? '' : `?fields=${fields}`
  const path = `/v2/contract/${CHAIN_ID}/${contract}${query}`
  return requestJson({ provider: PROVIDER, base: deps.providers.sourcifyUrl, path }, deps)
}

async function collectContract(
  { leased, address: contract }: AddressedStream,
  deps: SourcifyDeps,
): Promise<Collected> {
  const answer = await requestSourcify({ contract, fields: 'abi' }, deps)
  if (answer.kind === 'failed') return answer.collected
  const source = await deps.parserThread.parse('sourcify_source', { body: answer.value, contract })
  return collectedSource({ answer: source, contract, provider: PROVIDER, digest: answer.digest }, leased)
}
