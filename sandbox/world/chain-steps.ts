import { type Address, encodeFunctionData, getAddress, parseEther, stringToHex } from 'viem'
import type {
  CallStep,
  ChainArgument,
  ChainStep,
  CloneStep,
  ContractStep,
  CurveStep,
  LaunchStep,
  VerifiedPlan,
} from '../cast/plan.ts'
import { accountOf } from '../chain/accounts.ts'
import { artifactOf } from '../chain/artifacts.ts'
import { moveCurve } from '../chain/curves.ts'
import {
  callContract,
  cloneAddress,
  deployContract,
  launchAddress,
  recordContract,
  saltOf,
} from '../chain/state.ts'
import { DAY, SECOND } from '../clock.ts'
import { contractNamed, type Member, type World } from './world.ts'

type Played = { readonly step: ChainStep; readonly turn: number; readonly at: number }

/** Adds the transactions of a step to the open block. */
export function playStep(world: World, member: Member, played: Played): void {
  const { step } = played
  if ('deploy' in step) deploy(world, member, { ...played, step })
  else if ('launch' in step) launch(world, member, { ...played, step })
  else if ('curve' in step) trade(world, member, step)
  else if ('clone' in step) clone(world, member, step)
  else call(world, member, { ...played, step })
}

function deploy(world: World, member: Member, played: Played & { step: ContractStep }): void {
  const { step } = played
  const from = accountNamed(member, step.from)
  const args = resolved(world, member, played, step.args)
  const address = deployContract(world.chain, { from, artifact: step.deploy, args })
  member.contracts.set(step.as, address)
  verify(world, address, step.verified)
}

function launch(world: World, member: Member, played: Played & { step: LaunchStep }): void {
  const { step } = played
  const factory = sharedNamed(world, 'factory')
  const from = accountNamed(member, undefined)
  const salt = saltOf(`${member.plan.slug} ${step.as}`)
  const args = [step.name, step.launch, parseEther(String(step.supply))]
  callContract(world.chain, {
    from,
    to: factory,
    artifact: 'LaunchFactory',
    fn: step.onCurve ? 'launchOnCurve' : 'launch',
    args: [salt, ...args],
  })
  const address = launchAddress({ factory, from, salt, args, onCurve: step.onCurve === true })
  recordContract(world.chain, { address, artifact: 'LaunchToken', from, creator: factory })
  if (step.onCurve) world.chain.curves.set(address.toLowerCase(), 'open')
  member.contracts.set(step.as, address)
  verify(world, address, step.verified)
}

function trade(world: World, member: Member, { curve }: CurveStep): void {
  const factory = sharedNamed(world, 'factory')
  const token = contractNamed(member, 'token')
  moveCurve(world.chain, curve, { factory, token })
}

function clone(world: World, member: Member, step: CloneStep): void {
  const factory = sharedNamed(world, 'cloner')
  const from = accountNamed(member, undefined)
  const salt = saltOf(`${member.plan.slug} ${step.as}`)
  const target = contractNamed(member, step.clone)
  callContract(world.chain, {
    from,
    to: factory,
    artifact: 'CloneFactory',
    fn: 'clone',
    args: [target, salt],
  })
  const address = cloneAddress({ factory, target, salt })
  recordContract(world.chain, { address, artifact: step.artifact, from, creator: factory })
  member.contracts.set(step.as, address)
}

function call(world: World, member: Member, played: Played & { step: CallStep }): void {
  const { step } = played
  const to = addressNamed(world, member, step.on)
  const artifact = step.artifact ?? world.chain.contracts.get(to.toLowerCase())?.artifact
  if (artifact === undefined) throw new Error(`${member.plan.slug}: unknown contract ${step.on}`)
  const args = resolved(world, member, played, step.args)
  callContract(world.chain, { from: accountNamed(member, step.from), to, artifact, fn: step.call, args })
  noteLock(world, member, { fn: step.call, to, args })
}

function noteLock(
  world: World,
  member: Member,
  input: { fn: string; to: Address; args: readonly unknown[] },
): void {
  if (input.to !== world.shared.get('locker')) return
  const [first, second, third] = input.args
  const { locks } = world.chain
  if (input.fn === 'lock') {
    const unlockAt = Number(third) * SECOND
    const token = getAddress(String(first))
    locks.push({ id: locks.length, slug: member.plan.slug, token, unlockAt, withdrawn: false })
    return
  }
  const lock = locks[Number(first)]
  if (!lock) throw new Error(`There is no lock ${String(first)}`)
  if (input.fn === 'extend') lock.unlockAt = Number(second) * SECOND
  if (input.fn === 'withdraw') lock.withdrawn = true
}

function resolved(
  world: World,
  member: Member,
  played: Played,
  args: readonly ChainArgument[] | undefined,
): readonly unknown[] {
  return (args ?? []).map((argument) => resolvedOne(world, member, played, argument))
}

function resolvedOne(world: World, member: Member, played: Played, argument: ChainArgument): unknown {
  if (Array.isArray(argument)) return initialisation(resolved(world, member, played, argument))
  if (typeof argument !== 'string') return argument
  if (argument.startsWith('@')) return addressNamed(world, member, argument.slice(1))
  if (argument.startsWith('#')) return accountOf(accountNamed(member, argument.slice(1))).address
  if (argument.startsWith('day:'))
    return BigInt(Math.floor((world.epoch + Number(argument.slice(4)) * DAY) / SECOND))
  if (argument.startsWith('amount:')) return parseEther(argument.slice(7))
  if (argument.startsWith('bytes32:')) return stringToHex(argument.slice(8), { size: 32 })
  if (argument.startsWith('lock:')) return lockOf(world, member, Number(argument.slice(5)))
  return argument.replaceAll('{n}', String(played.turn + 1))
}

/** The call data that initialises a proxy, from `[artifact, function, ...arguments]`. */
function initialisation(parts: readonly unknown[]): `0x${string}` {
  const [artifact, functionName, ...args] = parts
  return encodeFunctionData({
    abi: artifactOf(String(artifact)).abi,
    functionName: String(functionName),
    args,
  })
}

function lockOf(world: World, member: Member, place: number): bigint {
  const own = world.chain.locks.filter((lock) => lock.slug === member.plan.slug)
  const lock = own[place]
  if (!lock) throw new Error(`${member.plan.slug} has no lock ${place}`)
  return BigInt(lock.id)
}

function addressNamed(world: World, member: Member, name: string): Address {
  return name.startsWith('@') ? sharedNamed(world, name.slice(1)) : contractNamed(member, name)
}

function sharedNamed(world: World, name: string): Address {
  const address = world.shared.get(name)
  if (address === undefined) throw new Error(`There is no shared contract ${name}`)
  return address
}

/** The name of an account. All members share the accounts `user-N`; each member has its own deployer. */
export function accountNamed(member: Member, role: string | undefined): string {
  return role?.startsWith('user-') ? role : `${member.plan.slug} ${role ?? 'deployer'}`
}

function verify(world: World, address: Address, plan: VerifiedPlan | undefined): void {
  const record = world.chain.contracts.get(address.toLowerCase())
  if (!plan || !record) return
  record.verification = plan.kind
  record.verifiedAt = world.epoch + plan.day * DAY
  if (plan.sourcify) record.sourcify = plan.sourcify
}
