import type { Address } from 'viem'
import { callContract, deployContract, mineBlock, settle, verifyRecord } from '../chain/state.ts'
import { DAY, isoOf, SECOND } from '../clock.ts'
import { accountNamed } from '../world/chain-steps.ts'
import { countDone, type Member } from '../world/world.ts'
import { type Outcome, Refusal } from './refusal.ts'
import type { Doing } from './ships.ts'

const wholeToken = 10n ** 18n

export function deploy(doing: Doing): Outcome {
  return settled(doing, ...deployed(doing))
}

/** Deploys a contract in the newest block, which a reorganisation can still remove. */
export function deployPending(doing: Doing): Outcome {
  const [summary, details] = deployed(doing)
  return { summary, details: { ...details, block: doing.world.chain.blocks.length } }
}

function deployed(doing: Doing): readonly [summary: string, details: Record<string, unknown>] {
  const { world, member, at } = doing
  const turn = countDone(member, 'deploy')
  const artifact = turn % 2 === 0 ? 'Registry' : 'Arena'
  const from = accountNamed(member, undefined)
  const address = mineBlock(world.chain, at, () => deployContract(world.chain, { from, artifact, args: [] }))
  const as = nameIn(member, address, `added-${turn + 1}`)
  return [`Deployed ${artifact} for ${member.plan.slug}`, { address, as }]
}

export function upgrade(doing: Doing): Outcome {
  const target = upgradeable(doing.member)
  const implementation = newImplementation(doing, target.kind)
  mineBlock(doing.world.chain, doing.at, () => upgradeTo(doing, target, implementation))
  return settled(doing, `Upgraded the ${target.kind} of ${doing.member.plan.slug}`, {
    implementation,
    ...target,
  })
}

export function upgradeTwiceInBlock(doing: Doing): Outcome {
  const target = upgradeable(doing.member)
  const first = newImplementation(doing, target.kind)
  const second = newImplementation(doing, target.kind)
  mineBlock(doing.world.chain, doing.at, () => {
    upgradeTo(doing, target, first)
    upgradeTo(doing, target, second)
  })
  const summary = `Upgraded the ${target.kind} of ${doing.member.plan.slug} twice in one block`
  return settled(doing, summary, { implementations: [first, second], ...target })
}

/** Changes the implementation slot without a log. */
export function upgradeQuietly(doing: Doing): Outcome {
  const address = doing.member.contracts.get('quiet-proxy')
  if (!address)
    throw new Refusal(
      'not_applicable',
      `${doing.member.plan.slug} has no proxy that can be exchanged quietly`,
    )
  const implementation = newImplementation(doing, 'proxy')
  const from = accountNamed(doing.member, undefined)
  mineBlock(doing.world.chain, doing.at, () => {
    callContract(doing.world.chain, {
      from,
      to: address,
      artifact: 'QuietProxy',
      fn: 'exchange',
      args: [implementation],
    })
  })
  return settled(doing, `Exchanged the implementation of ${doing.member.plan.slug} without a log`, {
    address,
    implementation,
  })
}

export function lock(doing: Doing): Outcome {
  const { world, member, at } = doing
  const token = lockableToken(doing)
  const { locker, from } = lockParties(doing)
  const id = world.chain.locks.length
  const unlockAt = at + 6 * DAY
  const amount = (1000n + BigInt(countDone(member, 'lock'))) * wholeToken
  mineBlock(world.chain, at, () => {
    callContract(world.chain, {
      from,
      to: token,
      artifact: 'LaunchToken',
      fn: 'approve',
      args: [locker, amount],
    })
    const args = [token, amount, BigInt(Math.floor(unlockAt / SECOND))]
    callContract(world.chain, { from, to: locker, artifact: 'Locker', fn: 'lock', args })
  })
  world.chain.locks.push({ id, slug: member.plan.slug, token, unlockAt, withdrawn: false })
  return settled(doing, `Locked tokens of ${member.plan.slug} until ${isoOf(unlockAt)}`, {
    lockId: id,
    token,
    unlockAt: isoOf(unlockAt),
  })
}

export function extendLock(doing: Doing): Outcome {
  const lock = openLocks(doing)[0]
  if (!lock) throw new Refusal('not_applicable', `${doing.member.plan.slug} has no lock`)
  const { locker, from } = lockParties(doing)
  lock.unlockAt += 30 * DAY
  const args = [BigInt(lock.id), BigInt(Math.floor(lock.unlockAt / SECOND))]
  mineBlock(doing.world.chain, doing.at, () => {
    callContract(doing.world.chain, { from, to: locker, artifact: 'Locker', fn: 'extend', args })
  })
  const unlockAt = isoOf(lock.unlockAt)
  return settled(doing, `Extended lock ${lock.id} of ${doing.member.plan.slug} to ${unlockAt}`, {
    lockId: lock.id,
    unlockAt,
  })
}

/** Takes the tokens out of a lock before it is due. The locker then neither lists nor keeps the lock. */
export function exitLock(doing: Doing): Outcome {
  const earliest = openLocks(doing).find(({ unlockAt }) => unlockAt > doing.at)
  if (!earliest)
    throw new Refusal('not_applicable', `${doing.member.plan.slug} has no lock that is not due yet`)
  callLocker(doing, 'exit', earliest.id)
  earliest.withdrawn = true
  return settled(doing, `Took lock ${earliest.id} of ${doing.member.plan.slug} out early`, {
    lockId: earliest.id,
    unlockAt: isoOf(earliest.unlockAt),
  })
}

export function withdrawLock(doing: Doing): Outcome {
  const [earliest] = openLocks(doing)
  if (!earliest) throw new Refusal('not_applicable', `${doing.member.plan.slug} has no lock`)
  if (earliest.unlockAt > doing.at) {
    const when = isoOf(earliest.unlockAt)
    throw new Refusal(
      'not_due',
      `The earliest lock of ${doing.member.plan.slug} unlocks at ${when}: advance the clock first`,
    )
  }
  callLocker(doing, 'withdraw', earliest.id)
  earliest.withdrawn = true
  return settled(doing, `Withdrew lock ${earliest.id} of ${doing.member.plan.slug}`, { lockId: earliest.id })
}

type Upgradeable = { kind: 'proxy' | 'beacon'; address: Address; keeper: Address | undefined }

function upgradeable(member: Member): Upgradeable {
  const keeper = member.contracts.get('keeper')
  const proxy = member.contracts.get('proxy')
  if (proxy && keeper) return { kind: 'proxy', address: proxy, keeper }
  const beacon = member.contracts.get('beacon')
  if (beacon) return { kind: 'beacon', address: beacon, keeper: undefined }
  throw new Refusal('not_applicable', `${member.plan.slug} has neither a proxy nor a beacon`)
}

function newImplementation(doing: Doing, kind: Upgradeable['kind']): Address {
  const turn = countDone(doing.member, 'implementation')
  const artifact = kind === 'beacon' ? `BeaconTokenV${1 + (turn % 2)}` : `VaultV${1 + (turn % 3)}`
  const from = accountNamed(doing.member, undefined)
  const { chain } = doing.world
  const address = mineBlock(chain, doing.at, () => deployContract(chain, { from, artifact, args: [] }))
  nameIn(doing.member, address, `implementation-${turn + 1}`)
  const record = chain.contracts.get(address.toLowerCase())
  if (record) verifyRecord(record, doing.at)
  return address
}

function upgradeTo(doing: Doing, target: Upgradeable, next: Address): void {
  const from = accountNamed(doing.member, undefined)
  const { chain } = doing.world
  if (target.keeper) {
    callContract(chain, {
      from,
      to: target.keeper,
      artifact: 'ProxyKeeper',
      fn: 'upgrade',
      args: [target.address, next],
    })
    return
  }
  callContract(chain, {
    from,
    to: target.address,
    artifact: 'UpgradeableBeacon',
    fn: 'upgradeTo',
    args: [next],
  })
}

function openLocks({ world, member }: Doing) {
  return world.chain.locks
    .filter((entry) => entry.slug === member.plan.slug && !entry.withdrawn)
    .toSorted((a, b) => a.unlockAt - b.unlockAt)
}

function lockableToken({ world, member }: Doing): Address {
  const token = member.contracts.get('token')
  const record = token && world.chain.contracts.get(token.toLowerCase())
  if (record?.artifact !== 'LaunchToken')
    throw new Refusal('not_applicable', `${member.plan.slug} has no token that can be locked`)
  return record.address
}

/** Calls a function of the locker whose only argument is the lock. */
function callLocker(doing: Doing, fn: 'exit' | 'withdraw', lockId: number): void {
  const { chain } = doing.world
  const { locker, from } = lockParties(doing)
  mineBlock(chain, doing.at, () => {
    callContract(chain, { from, to: locker, artifact: 'Locker', fn, args: [BigInt(lockId)] })
  })
}

function lockParties({ world, member }: Doing): { locker: Address; from: string } {
  const locker = world.shared.get('locker')
  if (!locker) throw new Error('The locker was not deployed')
  return { locker, from: accountNamed(member, undefined) }
}

function nameIn(member: Member, address: Address, name: string): string {
  member.contracts.set(name, address)
  return name
}

function settled(doing: Doing, summary: string, details: Record<string, unknown>): Outcome {
  const block = settle(doing.world.chain, doing.at)
  return { summary, details: { ...details, block } }
}
