import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { act, type Done } from './actions/index.ts'
import { Refusal } from './actions/refusal.ts'
import { type BackgroundEvent, runBackgroundEvent } from './background.ts'
import { castDigest } from './cast/index.ts'
import { pastInstants } from './cast/past.ts'
import { Chain } from './chain/chain.ts'
import { reorganise } from './chain/reorg.ts'
import { OPERATOR, settle } from './chain/state.ts'
import { DAY, isoOf, MINUTE, SandboxClock, SECOND } from './clock.ts'
import { type Entry, Journal, keepOrigin, type Origin } from './journal.ts'
import { worldAsOf } from './world/as-of.ts'
import { buildWorld } from './world/build.ts'
import { chainAgeDays } from './world/chain-history.ts'
import { accountNamed } from './world/chain-steps.ts'
import type { World } from './world/world.ts'

const version = 3
/** When the clock is advanced, one background event happens in each such interval, up to a limit. */
const spanOfAnEventMs = 30 * MINUTE
const eventsOfASpan = 240
const longestAdvanceMs = 400 * DAY

/** The world with its chain, clock and journal. Changes happen one after the other. */
export class Stage implements AsyncDisposable {
  readonly world: World
  readonly clock: SandboxClock
  readonly chain: Chain
  readonly #journal: Journal
  readonly #background: boolean
  #shown: World
  #turn: number
  #lastAt: number
  #queue: Promise<unknown> = Promise.resolve()

  private constructor(input: {
    world: World
    shown: World
    clock: SandboxClock
    chain: Chain
    journal: Journal
    background: boolean
    turn: number
    lastAt: number
  }) {
    this.world = input.world
    this.#shown = input.shown
    this.clock = input.clock
    this.chain = input.chain
    this.#journal = input.journal
    this.#background = input.background
    this.#turn = input.turn
    this.#lastAt = input.lastAt
  }

  static async open(input: {
    dataDir: string
    seed: string
    epoch: number | undefined
    background: boolean
    past?: boolean
  }): Promise<Stage> {
    mkdirSync(input.dataDir, { recursive: true })
    const origin = keepOrigin(input.dataDir, () => firstOrigin(input))
    refuseOtherCast(origin, input.dataDir)
    const { journal, entries } = Journal.open(input.dataDir)
    const world = buildWorld(origin)
    const clock = new SandboxClock(origin.offsetMs, origin.behindMs)
    for (const entry of entries) play(world, clock, entry)
    const genesisTimestamp = Math.floor((origin.epoch - chainAgeDays * DAY) / SECOND)
    const shown = shownAt(world, clock)
    const chain = await Chain.open({
      dataDir: input.dataDir,
      genesisTimestamp,
      accounts: accountNames(world),
      blocks: shown.chain.blocks,
    })
    const turn = entries.reduce((sum, entry) => sum + eventsIn(entry), 0)
    const lastAt = entries.findLast((entry) => entry.kind !== 'past')?.at ?? origin.epoch
    return new Stage({ world, shown, clock, chain, journal, background: input.background, turn, lastAt })
  }

  /** The visible world: during the replay as of the clock's time, afterwards the whole world. */
  get shown(): World {
    return this.#shown
  }

  now(): number {
    return this.clock.now()
  }

  /** Moves the clock to the next day of the replay; with `skip`, or after the last day, to the present. */
  replayNext(options: { skip: boolean }): Promise<void> {
    return this.#inTurn(() => {
      const instants = options.skip ? [] : pastInstants(this.world.epoch)
      const next = instants.find((at) => at > this.now() && at < this.clock.present())
      const behindMs = next === undefined ? 0 : this.clock.present() - next
      const entry = { kind: 'past', behindMs } as const
      this.#journal.append(entry)
      play(this.world, this.clock, entry)
      this.#shown = shownAt(this.world, this.clock)
    })
  }

  /** The day of the replay that the clock has reached, and the number of its days. */
  past(): { day: number; days: number } {
    const instants = pastInstants(this.world.epoch)
    return { day: instants.filter((at) => at <= this.now()).length, days: instants.length }
  }

  do(input: { action: string; slug: string }): Promise<Done> {
    return this.#inPresent(() => {
      const at = this.#next()
      const done = act(this.world, { ...input, at })
      this.#journal.append({ kind: 'action', at, ...input })
      return done
    })
  }

  /** Runs one background event. */
  runBackground(): Promise<BackgroundEvent> {
    return this.#inPresent(() => {
      const entry = { kind: 'live', at: this.#next(), turn: this.#turn } as const
      const event = runBackgroundEvent(this.world, entry)
      this.#turn += 1
      this.#journal.append(entry)
      return event
    })
  }

  advance(ms: number): Promise<{ now: string; events: number }> {
    if (!Number.isFinite(ms) || ms <= 0 || ms > longestAdvanceMs) {
      throw new Refusal(
        'invalid_span',
        `Invalid ms: expected a number above 0 and at most ${longestAdvanceMs}`,
      )
    }
    return this.#inPresent(() => {
      const events = this.#background ? Math.min(eventsOfASpan, Math.floor(ms / spanOfAnEventMs)) : 0
      const entry = {
        kind: 'advance',
        at: this.#next(),
        ms: Math.round(ms),
        events,
        turn: this.#turn,
      } as const
      this.#journal.append(entry)
      play(this.world, this.clock, entry)
      this.#turn += events
      this.#lastAt = entry.at + entry.ms
      return { now: isoOf(this.now()), events }
    })
  }

  reorg(input: { depth: number; dropDeployment?: string }): Promise<{ from: number }> {
    return this.#inPresent(() => {
      const entry = { kind: 'reorg', at: this.#next(), ...input } as const
      const done = playReorg(this.world, entry)
      this.#journal.append(entry)
      return done
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue
    await this.chain[Symbol.asyncDispose]()
    this.#journal.close()
  }

  #next(): number {
    this.#lastAt = Math.max(this.now(), this.#lastAt + 1)
    return this.#lastAt
  }

  #inPresent<T>(change: () => T): Promise<T> {
    return this.#inTurn(() => {
      if (this.clock.behindMs > 0) {
        throw new Refusal('in_the_past', `The sandbox is still replaying its past, at ${isoOf(this.now())}`)
      }
      return change()
    })
  }

  /**
   * Runs a change after all earlier ones. The change is synchronous, so nobody sees it before it is in the journal.
   * Then the node follows.
   */
  #inTurn<T>(change: () => T): Promise<T> {
    const turn = this.#queue.then(async () => {
      const result = change()
      await this.chain.follow(this.#shown.chain.blocks)
      return result
    })
    this.#queue = Promise.allSettled([turn])
    return turn
  }
}

function firstOrigin(input: { seed: string; epoch: number | undefined; past?: boolean }): Origin {
  const now = Date.now()
  const epoch = input.epoch ?? now
  const behindMs = input.past === true ? epoch - pastInstants(epoch)[0] : 0
  return { version, seed: input.seed, epoch, offsetMs: epoch - now, behindMs, castDigest: castDigest() }
}

function shownAt(world: World, clock: SandboxClock): World {
  return clock.behindMs > 0 ? worldAsOf(world, clock.now()) : world
}

/**
 * Refuses a sandbox of another cast. The database still has the records of the former cast, which a new sandbox would
 * contradict, so both must begin anew together.
 */
function refuseOtherCast(origin: Origin, dataDir: string): void {
  if (origin.version === version && origin.castDigest === castDigest()) return
  throw new Error(
    `${join(dataDir, 'world.json')} was made with another cast of the sandbox: to begin anew, ` +
      `remove the whole DATA_DIR, ${dirname(dataDir)}, and use an empty database when DATABASE_URL is set`,
  )
}

function play(world: World, clock: SandboxClock, entry: Entry): void {
  switch (entry.kind) {
    case 'past':
      clock.standBehind(entry.behindMs)
      return
    case 'action':
      act(world, entry)
      return
    case 'live':
      runBackgroundEvent(world, entry)
      return
    case 'reorg':
      playReorg(world, entry)
      return
    case 'advance':
      clock.advance(entry.ms)
      for (let event = 0; event < entry.events; event++) {
        const at = Math.floor(entry.at + ((event + 1) / (entry.events + 1)) * entry.ms)
        runBackgroundEvent(world, { turn: entry.turn + event, at })
      }
      settle(world.chain, entry.at + entry.ms)
      return
  }
}

function playReorg(world: World, entry: { depth: number; dropDeployment?: string }): { from: number } {
  if (entry.dropDeployment === undefined) return reorganise(world.chain, { depth: entry.depth })
  const member = world.members.get(entry.dropDeployment)
  if (!member) throw new Refusal('unknown_slug', `The cast has no ${entry.dropDeployment}`)
  return reorganise(world.chain, { depth: entry.depth, dropFrom: accountNamed(member, undefined) })
}

function eventsIn(entry: Entry): number {
  if (entry.kind === 'live') return 1
  return entry.kind === 'advance' ? entry.events : 0
}

function accountNames(world: World): readonly string[] {
  const deployers = [...world.members.values()].map((member) => accountNamed(member, undefined))
  const users = Array.from({ length: 6 }, (_, place) => `user-${place}`)
  return [OPERATOR, ...deployers, ...users, ...world.chain.nonces.keys()].filter(
    (name, place, all) => all.indexOf(name) === place,
  )
}
