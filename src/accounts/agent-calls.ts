import { LIMITS } from '#contract/limits.ts'
import type { AgentSurface } from '#contract/shapes/agent-stats.ts'
import { type CalendarDate, dateOf, type Instant } from '#contract/time.ts'
import { addAgentCalls, OTHER_INTEGRATIONS } from '#records/accounts/agent-calls.ts'
import { type Database, inTransaction } from '#records/database.ts'

const FLUSH_MS = 2_000
const LOG_EVERY_MS = 60_000

/**
 * An answered call of an agent. `capability` is a name of the service, never a word of the caller; `integration` is what
 * the caller declares itself to be.
 */
export type AgentCall = {
  readonly surface: AgentSurface
  readonly capability: string
  readonly integration: string | null
}

/** Counts a call. It never fails and never waits. */
export type CountCall = (call: AgentCall) => void

type Deps = {
  readonly database: Database
  readonly clock: { readonly now: () => Instant }
  readonly logger: { readonly warn: (fields: object, message: string) => void }
}

/** What was counted since the last write, by the fields of its row. */
type Pending = Map<string, { readonly row: readonly string[]; calls: number }>

/**
 * Counts the calls of agents by day and writes them every two seconds. A killed process loses what it counted since the
 * last write. It keeps at most `LIMITS.agentIntegrations` names of integrations; the rest counts as `other`.
 */
export class AgentCallCounter implements AsyncDisposable {
  readonly #deps: Deps
  readonly #timer: NodeJS.Timeout
  #capabilities: Pending = new Map()
  #integrations: Pending = new Map()
  #flushing: Promise<void> | undefined
  #loggedAt = Number.NEGATIVE_INFINITY

  constructor(deps: Deps) {
    this.#deps = deps
    this.#timer = setInterval(() => {
      this.#flushing ??= this.flush().finally(() => {
        this.#flushing = undefined
      })
    }, FLUSH_MS)
    this.#timer.unref()
  }

  readonly count: CountCall = ({ surface, capability, integration }) => {
    const day = dateOf(this.#deps.clock.now())
    add(this.#capabilities, [day, surface, capability], 1)
    if (integration === null) return
    const hasRoom =
      this.#integrations.size < LIMITS.agentIntegrations || this.#integrations.has(keyOf([day, integration]))
    add(this.#integrations, [day, hasRoom ? integration : OTHER_INTEGRATIONS], 1)
  }

  /** Writes what was counted since the last write. What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    const capabilities = this.#capabilities
    const integrations = this.#integrations
    if (capabilities.size === 0) return
    this.#capabilities = new Map()
    this.#integrations = new Map()
    try {
      await inTransaction(this.#deps.database, (writer) =>
        addAgentCalls(
          {
            capabilities: [...capabilities.values()].map(({ row: [day, surface, capability], calls }) => ({
              ...{ day: day as CalendarDate, surface: surface as AgentSurface },
              ...{ capability: String(capability), calls },
            })),
            integrations: [...integrations.values()].map(({ row: [day, integration], calls }) => ({
              ...{ day: day as CalendarDate, integration: String(integration), calls },
            })),
            names: LIMITS.agentIntegrations,
          },
          writer,
        ),
      )
    } catch (cause) {
      for (const { row, calls } of capabilities.values()) add(this.#capabilities, row, calls)
      for (const { row, calls } of integrations.values()) add(this.#integrations, row, calls)
      this.#logFailure(cause)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#flushing
    await this.flush()
  }

  #logFailure(cause: unknown): void {
    if (performance.now() - this.#loggedAt < LOG_EVERY_MS) return
    this.#loggedAt = performance.now()
    this.#deps.logger.warn({ err: cause }, 'the calls of agents were not written and will be retried')
  }
}

function add(pending: Pending, row: readonly string[], calls: number): void {
  const found = pending.get(keyOf(row))
  if (found === undefined) pending.set(keyOf(row), { row, calls })
  else found.calls += calls
}

function keyOf(row: readonly string[]): string {
  return row.join(' ')
}
