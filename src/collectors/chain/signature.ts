import { encodeData, from } from 'ox/AbiFunction'
import { fromString } from 'ox/Hex'
import { getSignPayload } from 'ox/PersonalMessage'
import { recoverAddress } from 'ox/Secp256k1'
import { fromHex } from 'ox/Signature'
import { type ContractAddress, parseAddress } from '#contract/ids.ts'
import { judgeSignature, namesToken, type SignedText } from '#domain/project/signed-statement.ts'
import { findContract } from '#records/contracts/contracts.ts'
import { getSignedStatements, saveSignatureChecks } from '#records/project/signed-statements.ts'
import type { Collected, Collector } from '../collector.ts'
import { type AddressedStream, atAddress } from '../provider-locator.ts'
import { addressInWord, type Hex } from './parse.ts'
import { answering, CHAIN_PROVIDER, type ChainDeps } from './reading.ts'
import type { Chain } from './rpc.ts'

const OWNER = '0x8da5cb5b'
/** The ERC-1271 function that asks a contract whether a signature is its own. Then it returns the value `VALID`. */
const IS_VALID = from('function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)')
const VALID = '0x1626ba7e'
/**
 * The signatures of statements that name a token, checked against the token's deployer and owner. The owner can change,
 * so each reading checks every signature.
 */
export const tokenSignature: Collector<ChainDeps> = {
  kind: 'token',
  stream: 'signature',
  provider: CHAIN_PROVIDER,
  cadenceSeconds: 3600,
  coverage: 'present_state',
  collect: answering(atAddress(collectSignatures)),
}

async function collectSignatures(
  { leased, address: token }: AddressedStream,
  deps: ChainDeps,
): Promise<Collected> {
  const { projectId } = leased
  const statements = await getSignedStatements({ projectId, names: token }, deps.reader)
  // Without a signature the node is asked too, so that no reading succeeds while it does not answer.
  const { safe } = await deps.chain.head()
  if (statements.length === 0) return { outcome: 'not_modified' }
  const at = { address: token, block: safe.number }
  const [owner, contract] = await Promise.all([ownerOf(at, deps.chain), findContract(token, deps.reader)])
  const deployer = contract?.projectId === projectId ? contract.deployer : null
  const checks = await Promise.all(
    statements.map(async ({ id, signed }) => {
      const matches = namesToken(signed.text, token) && (await isSigned(signed, safe.number, deps.chain))
      return { id, signed, found: judgeSignature({ matches, by: signed.by, deployer, owner }) }
    }),
  )
  return {
    outcome: 'fresh',
    save: (writer, { now }) =>
      saveSignatureChecks(
        checks.flatMap(({ found, ...statement }) =>
          found === undefined ? [] : [{ ...statement, check: { ...found, block: safe.number, at: now } }],
        ),
        writer,
      ),
  }
}

async function ownerOf(
  { address, block }: { readonly address: ContractAddress; readonly block: number },
  chain: Chain,
): Promise<ContractAddress | null> {
  const word = await chain.call({ to: address, data: OWNER, block })
  return word === null ? null : addressInWord(word)
}

/** Whether an account signed a text: with its key, or by the code that it has or delegates to. */
async function isSigned({ by, text, value }: SignedText, block: number, chain: Chain): Promise<boolean> {
  const hash = getSignPayload(fromString(text))
  if (recovered(hash, value) === by) return true
  if ((await chain.code({ address: by, block })) === '0x') return false
  const data = encodeData(IS_VALID, [hash, value])
  const answer = await chain.call({ to: by, data, block })
  return answer?.startsWith(VALID) === true
}

/** The account whose key made a signature; undefined for bytes that are no signature. */
function recovered(payload: Hex, value: Hex): ContractAddress | undefined {
  try {
    return parseAddress(recoverAddress({ payload, signature: fromHex(value) }))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
