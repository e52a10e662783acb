import { LIMITS } from '#contract/limits.ts'
import type { AgentSurface } from '#contract/shapes/agent-stats.ts'
import { type CalendarDate, dateOf, type Instant } from '#contract/time.ts'
import { addAgentCalls, OTHER_INTEGRATIONS } from '#records/accounts/agent-calls.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { PeriodicWrite, type WarnLogger } from './periodic-write.ts'

const FLUSH_MS = 2_000

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
  readonly logger: WarnLogger
}

/** What was counted since the last write, by the fields of its row. */
type Pending<Row> = Map<string, { readonly row: Row; calls: number }>
type CapabilityRow = readonly [day: CalendarDate, surface: AgentSurface, capability: string]
type IntegrationRow = readonly [day: CalendarDate, integration: string]

/**
 * Counts the calls of agents by day and writes them every two seconds. A killed process loses what it counted since the
 * last write. It keeps at most `LIMITS.agentIntegrations` names of integrations; the rest counts as `other`.
 */
export class AgentCallCounter implements AsyncDisposable {
  readonly #deps: Deps
  readonly #writing: PeriodicWrite
  #capabilities: Pending<CapabilityRow> = new Map()
  #integrations: Pending<IntegrationRow> = new Map()

  constructor(deps: Deps) {
    this.#deps = deps
    const write = () => this.#writePending()
    this.#writing = new PeriodicWrite({ everyMs: FLUSH_MS, name: 'the calls of agents', write }, deps.logger)
  }

  readonly count: CountCall = ({ surface, capability, integration }) => {
    const day = dateOf(this.#deps.clock.now())
    add(this.#capabilities, [day, surface, capability], 1)
    if (integration !== null) addIntegration(this.#integrations, [day, integration], 1)
  }

  /** Writes what was counted since the last write. What cannot be written is kept for the next time. */
  flush(): Promise<void> {
    return this.#writing.flush()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#writing[Symbol.asyncDispose]()
  }

  async #writePending(): Promise<void> {
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
              day,
              surface,
              capability,
              calls,
            })),
            integrations: [...integrations.values()].map(({ row: [day, integration], calls }) => ({
              day,
              integration,
              calls,
            })),
            names: LIMITS.agentIntegrations,
          },
          writer,
        ),
      )
    } catch (cause) {
      for (const { row, calls } of this.#capabilities.values()) add(capabilities, row, calls)
      for (const { row, calls } of this.#integrations.values()) addIntegration(integrations, row, calls)
      this.#capabilities = capabilities
      this.#integrations = integrations
      throw cause
    }
  }
}

function add<Row extends readonly string[]>(pending: Pending<Row>, row: Row, calls: number): void {
  const found = pending.get(keyOf(row))
  if (found === undefined) pending.set(keyOf(row), { row, calls })
  else found.calls += calls
}

/** Counts an integration by its name while there is room for names, then as `other`. */
function addIntegration(pending: Pending<IntegrationRow>, row: IntegrationRow, calls: number): void {
  const hasRoom = pending.size < LIMITS.agentIntegrations || pending.has(keyOf(row))
  add(pending, hasRoom ? row : [row[0], OTHER_INTEGRATIONS], calls)
}

function keyOf(row: readonly string[]): string {
  return row.join(' ')
}
