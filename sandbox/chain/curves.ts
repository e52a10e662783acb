import { type Address, encodeDeployData, getContractAddress, padHex } from 'viem'
import { artifactOf } from './artifacts.ts'
import { type ChainState, type CurveMove, callContract, recordContract } from './state.ts'

/** The moves of a token on its launch curve, in order. */
const curveMoves: readonly CurveMove[] = ['buy', 'graduate', 'fund']

type Curve = { readonly factory: Address; readonly token: Address }

const from = 'user-2'
const paid = 25n

/** Makes one move in a call of the open block. The factory or the pool logs it. */
export function moveCurve(chain: ChainState, move: CurveMove, curve: Curve): void {
  const { factory, token } = curve
  const pool = poolAddress(curve)
  if (move === 'fund') {
    callContract(chain, { from, to: pool, artifact: 'LaunchPool', fn: 'mint', args: [paid] })
  } else {
    const args = move === 'buy' ? [token, paid] : [token]
    callContract(chain, { from, to: factory, artifact: 'LaunchFactory', fn: move, args })
  }
  if (move === 'graduate')
    recordContract(chain, { address: pool, artifact: 'LaunchPool', from, creator: factory })
  chain.curves.set(token.toLowerCase(), move)
}

/** The next move of a token; undefined without a curve, and when its pool already has liquidity. */
export function nextCurveMove(chain: ChainState, token: Address): CurveMove | undefined {
  const last = chain.curves.get(token.toLowerCase())
  if (last === undefined) return undefined
  return last === 'open' ? 'buy' : curveMoves[curveMoves.indexOf(last) + 1]
}

function poolAddress({ factory, token }: Curve): Address {
  const { abi, bytecode } = artifactOf('LaunchPool')
  const initCode = encodeDeployData({ abi, bytecode, args: [token] })
  const salt = padHex(token, { size: 32 })
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: initCode })
}
