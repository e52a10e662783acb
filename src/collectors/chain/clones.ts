import type { ContractAddress } from '#contract/ids.ts'
import { addressInWord, type Hex } from './parse.ts'

const TARGET = '(?<target>[0-9a-f]{40})'
/** The length of the arguments. Some kinds of clone have it twice. */
const LENGTH = '(?<length>[0-9a-f]{4})'
const SAME_LENGTH = String.raw`\k<length>`
/** Bytes after the code that runs, such as arguments. */
const APPENDED = '(?:[0-9a-f]{2})*'
/** The code with which a clone itself accepts plain ether and logs `ReceiveETH(uint256)`. */
const RECEIVES = '36602c57343d527f9e4ac34f21c619cefc926c8bd93b54bf5a39c7ab2127a895af1cc0691d7e3dff593da1005b'

/** The code of each kind of clone. A clone delegates every call to its target, which never changes. */
const CLONES = [
  // https://eips.ethereum.org/EIPS/eip-1167; with arguments behind it: OpenZeppelin Clones.sol, Solady LibClone.sol
  `363d3d373d3d3d363d73${TARGET}5af43d82803e903d91602b57fd5bf3${APPENDED}`,
  // 44 bytes: https://github.com/Vectorized/solady/blob/main/src/utils/LibClone.sol (clone)
  `3d3d3d3d363d3d37363d73${TARGET}5af43d3d93803e602a57fd5bf3`,
  // PUSH0: https://eips.ethereum.org/EIPS/eip-7511
  `365f5f375f5f365f73${TARGET}5af43d5f5f3e5f3d91602a57fd5bf3`,
  // PUSH0: https://github.com/Vectorized/solady/blob/main/src/utils/LibClone.sol (clone_PUSH0)
  `5f5f365f5f37365f73${TARGET}5af43d5f5f3e6029573d5ffd5b3d5ff3`,
  // CWIA: https://github.com/wighawag/clones-with-immutable-args (clone, clone2)
  `3d3d3d3d363d3d3761${LENGTH}603736393661${SAME_LENGTH}013d73${TARGET}5af43d3d93803e603557fd5bf3${APPENDED}`,
  // CWIA: https://github.com/wighawag/clones-with-immutable-args (clone3)
  `363d3d3761${LENGTH}603836393d3d3d3661${SAME_LENGTH}013d73${TARGET}5af43d82803e903d91603657fd5bf3${APPENDED}`,
  // CWIA: https://github.com/Vectorized/solady/blob/v0.0.174/src/utils/LibClone.sol (clone with data)
  `${RECEIVES}363d3d373d3d3d3d61${LENGTH}806062363936013d73${TARGET}5af43d3d93803e606057fd5bf3${APPENDED}`,
].map((code) => new RegExp(`^0x${code}$`))

/** The target of a clone of any kind; null for other code. */
export function cloneTarget(code: Hex): ContractAddress | null {
  for (const clone of CLONES) {
    const target = clone.exec(code)?.groups?.['target']
    if (target !== undefined) return addressInWord(`0x${target.padStart(64, '0')}`)
  }
  return null
}
